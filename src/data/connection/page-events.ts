import { syncState } from '../device/sync-state.ts';
import { flushSnapshot } from '../first-screen/snapshot.ts';
import { replicaStore } from '../replica/replica.ts';

/** A stream that was silent in the background for this long may be stalled. */
const STALE_AFTER_MS = 45_000;
/** Phones resume the page before the network. */
const NETWORK_DELAY_MS = 1000;

/** Between two requests of taps and keys. */
const TOUCH_PAUSE_MS = 3000;

/** Follows network and page events. `open` and `close` act on the current account's database. */
export function listenToPage({ open, close }: { open: () => Promise<void>; close: () => Promise<void> }): void {
  let hiddenSince = Date.now();

  function wake(isStale: boolean): void {
    const replica = replicaStore.get();
    if (!replica) return void open();
    replica.check();
    if (isStale || !replica.db.connected) replica.flush({ reconnect: true });
  }

  function onResume(): void {
    // A negative time: the clock was set back meanwhile.
    wake(Math.abs(Date.now() - hiddenSince) > STALE_AFTER_MS);
    // The first check has failed if the network was not there yet: this one connects as soon as the server answers.
    setTimeout(() => wake(false), NETWORK_DELAY_MS);
  }

  // On another network the stream may be stalled.
  addEventListener('online', () => replicaStore.get()?.flush({ reconnect: true }));
  addEventListener('offline', () => replicaStore.get()?.check());
  addEventListener('focus', () => replicaStore.get()?.check());
  // While nothing answers, it is asked seldom. Who uses the app may have walked to a place with signal.
  let touchedAt = -TOUCH_PAUSE_MS;
  for (const touch of ['pointerdown', 'keydown'])
    addEventListener(touch, () => {
      if (syncState.get().phase !== 'offline' || performance.now() - touchedAt < TOUCH_PAUSE_MS) return;
      touchedAt = performance.now();
      replicaStore.get()?.check();
    });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return onResume();
    hiddenSince = Date.now();
    void flushSnapshot();
    void replicaStore.get()?.onPageHidden?.();
  });
  // Safari keeps the file locked for a page in its back-forward cache.
  addEventListener('pagehide', () => {
    void flushSnapshot();
    void close();
  });
  addEventListener('pageshow', (event) => {
    if (event.persisted) onResume();
  });
}

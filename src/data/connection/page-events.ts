import { flushSnapshot } from '../first-screen/snapshot.ts';
import { replicaStore } from '../replica/replica.ts';

/** A stream that was silent in the background for this long may be stalled. */
const STALE_AFTER_MS = 45_000;
/** Phones resume the page before the network. */
const RESUME_DELAY_MS = 1000;

/** Follows what the browser reports about network and page. `open` and `close` act on the current account's database. */
export function listenToPage({ open, close }: { open: () => Promise<void>; close: () => Promise<void> }): void {
  let hiddenSince = Date.now();

  function onResume(): void {
    const hiddenFor = Date.now() - hiddenSince;
    setTimeout(() => {
      const replica = replicaStore.get();
      if (!replica) return void open();
      replica.check();
      if (!replica.db.connected || hiddenFor > STALE_AFTER_MS) replica.flush();
    }, RESUME_DELAY_MS);
  }

  addEventListener('online', () => replicaStore.get()?.flush());
  addEventListener('offline', () => replicaStore.get()?.check());
  addEventListener('focus', () => replicaStore.get()?.check());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') return onResume();
    hiddenSince = Date.now();
    void flushSnapshot();
    void replicaStore.get()?.hide?.();
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

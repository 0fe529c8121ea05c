import { APP_CHANNEL, APP_QUESTION, type StoredApp } from '#contract/stored-app.ts';
import { createStore, type Store } from '#lib/store.ts';

/**
 * Whether the app opens offline. here: all files stored; loading; waiting: failed, tried again later; full: no room;
 * none: this browser stores no apps; unknown: not known yet.
 */
export type AppState = 'unknown' | 'none' | 'loading' | 'waiting' | 'full' | 'here';

export interface AppOnDevice {
  readonly state: AppState;
  /** How much is stored, from 0 to 1; null: not known. */
  readonly part: number | null;
}

const store = createStore<AppOnDevice>(
  { state: 'unknown', part: null },
  {
    onActive: () => {
      void askWorker();
      return () => {};
    },
  },
);

/** The state of the app on this device. It is asked for when somebody subscribes. */
export const appOnDevice: Store<AppOnDevice> = store;

const partOf = ({ stored, total }: StoredApp): number => (total === 0 ? 0 : stored / total);

/** Follows what a service worker reports while it stores the app. */
export function followStoring(): void {
  new BroadcastChannel(APP_CHANNEL).addEventListener('message', ({ data }: MessageEvent<StoredApp>) => {
    // A new version is stored beside the one that opens.
    if (store.get().state === 'here') return;
    const part = partOf(data);
    store.set({ state: data.problem ?? 'loading', part });
    // The active worker may have loaded what was missing. After a first installation there is none yet.
    if (part === 1) void askWorker();
  });
}

/** Notes why the app is not here. A full device stays the reason until something was stored. */
export function noteApp(state: 'waiting' | 'none'): void {
  const { state: before, part } = store.get();
  if (before !== 'here' && before !== 'full') store.set({ state, part });
}

/** Asks the active worker whether it has all files, which a browser may delete. It loads the missing ones. */
export async function askWorker(): Promise<void> {
  const registration = await globalThis.navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (!registration?.active) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = ({ data }: MessageEvent<StoredApp>) => {
    const part = partOf(data);
    store.set({ state: part === 1 ? 'here' : 'loading', part });
    port1.close();
  };
  registration.active.postMessage({ type: APP_QUESTION }, [port2]);
}

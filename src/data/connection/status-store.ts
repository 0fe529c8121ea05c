import { createStore } from '#lib/store.ts';

export interface SyncState {
  /** unavailable: this browser gives no room to keep anything, not even in memory. */
  phase: 'opening' | 'connecting' | 'online' | 'offline' | 'unavailable';
  /** The last sync that succeeded, also from an earlier visit. */
  updatedAt: Date | null;
  /** The first sync of this account has been completed once. */
  synced: boolean;
  /** The server no longer takes this account's session: what is here stays readable, sending waits for a log-in. */
  signInNeeded: boolean;
  /** Nothing outlives this tab: a private window, blocked or broken storage. */
  fleeting: boolean;
  /**
   * full: the device has no room; what was written last stays a draft. rebuilt: the database here was damaged and is fetched anew,
   * what waited to be sent was kept. evicted: the browser had cleared it, with the same outcome.
   */
  trouble: 'full' | 'rebuilt' | 'evicted' | null;
}

export const OPENING: SyncState = {
  phase: 'opening',
  updatedAt: null,
  synced: false,
  signInNeeded: false,
  fleeting: false,
  trouble: null,
};

export const syncState = createStore<SyncState>(OPENING);

/** Changes some fields; nobody is woken when nothing differs. */
export function updateSyncState(part: Partial<SyncState>): void {
  const before = syncState.get();
  const after = { ...before, ...part };
  const same =
    before.phase === after.phase &&
    before.synced === after.synced &&
    before.signInNeeded === after.signInNeeded &&
    before.fleeting === after.fleeting &&
    before.trouble === after.trouble &&
    before.updatedAt?.getTime() === after.updatedAt?.getTime();
  if (!same) syncState.set(after);
}

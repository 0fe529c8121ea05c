import { createStore, whenStore } from '#lib/store.ts';

export interface SyncState {
  /** unavailable: no database can be opened in this browser, not even in memory. */
  phase: 'opening' | 'connecting' | 'online' | 'offline' | 'unavailable';
  /** While 'offline': the server answers, but with an error of its own. */
  isFailing: boolean;
  /** The last successful sync, also of an earlier visit. */
  updatedAt: Date | null;
  /** The first sync of this account is complete. */
  synced: boolean;
  /** The server ended this account's session: local data stays readable, sending waits for a log-in. */
  signInNeeded: boolean;
  /** Nothing is kept after this tab closes: a private window, blocked or broken storage. */
  fleeting: boolean;
  /**
   * full: no room, the last input stays a draft. rebuilt: the database was damaged and is downloaded again, with the
   * queue. evicted: the browser cleared it. slow: not open in the usual time.
   */
  trouble: 'full' | 'rebuilt' | 'evicted' | 'slow' | null;
}

export const OPENING: SyncState = {
  phase: 'opening',
  isFailing: false,
  updatedAt: null,
  synced: false,
  signInNeeded: false,
  fleeting: false,
  trouble: null,
};

export const syncState = createStore<SyncState>(OPENING);

/** Changes some fields. Listeners are called only if a value differs. */
export function updateSyncState(part: Partial<SyncState>): void {
  const before = syncState.get();
  const after = { ...before, ...part };
  const same =
    before.phase === after.phase &&
    before.isFailing === after.isFailing &&
    before.synced === after.synced &&
    before.signInNeeded === after.signInNeeded &&
    before.fleeting === after.fleeting &&
    before.trouble === after.trouble &&
    before.updatedAt?.getTime() === after.updatedAt?.getTime();
  if (!same) syncState.set(after);
}

/**
 * Whether nothing answers. Where only another service fails, auth may work. Without a session nothing is connected, so
 * nothing is known.
 */
export const isServerAway = ({ phase, isFailing, signInNeeded }: SyncState): boolean =>
  phase === 'offline' && !isFailing && !signInNeeded;

/** Resolves when the server can be reached, at once if it can be now. */
export const whenOnline = (): Promise<unknown> => whenStore(syncState, ({ phase }) => phase === 'online');

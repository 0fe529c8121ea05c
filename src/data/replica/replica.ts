import type { CommonPowerSyncDatabase } from '@powersync/common';
import { createStore, type Store, whenStore } from '#lib/store.ts';
import { accountOf, type Session, sessionStore } from '../session/session.ts';
import { syncState, updateSyncState } from '../connection/status-store.ts';

/** The open database of one account. This file stays free of the database's code: it is in the first chunk. */
export interface Replica {
  account: string;
  session: Session;
  db: CommonPowerSyncDatabase;
  /** Sends and connects now instead of after the next pause. `insist`: even where the server asked to wait. */
  hurry(options?: { insist?: boolean }): void;
  /** Asks now whether the server answers, instead of at the next pulse. */
  check(): void;
  /** The page goes out of sight: sends what fits into a last call, and leaves the rest to the service worker. */
  hide?(): Promise<void>;
  /** `wipe` deletes everything of this account from the device, unsent work too. */
  close(options?: { wipe?: boolean }): Promise<void>;
}

const current = createStore<Replica | null>(null);

/** Null while none is open: before the start, between two accounts, when this browser cannot keep one. */
export const replicaStore: Store<Replica | null> = current;

/** For lifecycle.ts only. */
export const publishReplica = (replica: Replica | null): void => current.set(replica);

let started = false;

/** Between two tries to fetch the database's code. */
const RETRY_MS = 3000;

/** Opens the database of the signed-in account and connects; follows log-in and log-out. Further calls do nothing. */
export function startReplica(): void {
  if (started) return;
  started = true;
  import('../connection/lifecycle.ts').then(
    ({ followSession }) => followSession(),
    () => {
      // The chunk could not be loaded: a first visit, and the network went away.
      started = false;
      updateSyncState({ phase: 'offline' });
      setTimeout(startReplica, RETRY_MS);
    },
  );
}

/** The open replica of who is signed in now, started if need be; null when this browser cannot keep one. */
export async function openedReplica(): Promise<Replica | null> {
  // Just after a log-in the guest's may still be open: a post written then must wait for the member's own.
  const isOurs = (replica: Replica | null) => replica?.account === accountOf(sessionStore.get());
  if (isOurs(current.get())) return current.get();
  startReplica();
  if (syncState.get().phase === 'unavailable')
    await import('../connection/lifecycle.ts').then(({ tryAgain }) => tryAgain());
  await Promise.race([whenStore(current, isOurs), whenStore(syncState, ({ phase }) => phase === 'unavailable')]);
  return current.get();
}

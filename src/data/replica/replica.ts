import type { CommonPowerSyncDatabase } from '@powersync/common';
import { createStore, type Store, whenStore } from '#lib/store.ts';
import { accountOf, type Session, sessionStore } from '../session/session.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';

/** The open database of one account. This file is in the first chunk and must not import the database's code. */
export interface Replica {
  account: string;
  session: Session;
  db: CommonPowerSyncDatabase;
  /** Sends now, and connects unless open. `force`: before Retry-After; `reconnect`: replaces a stalled stream. */
  flush(options?: { force?: boolean; reconnect?: boolean }): void;
  /** Checks the connection now instead of at the next heartbeat. */
  check(): void;
  /** Resolves when all rows of the server have been synced since the connection was opened, or with `signal`. */
  caughtUp?(signal: AbortSignal): Promise<unknown>;
  /** The page is hidden: sends what fits into a last call and leaves the rest to the service worker. */
  onPageHidden?(): Promise<void>;
  /** `wipe`: deletes the account here, unsent work too. `disconnect`: ends other tabs' sync. `after`: close then. */
  close(options?: { wipe?: boolean; disconnect?: boolean; after?: Promise<unknown> }): Promise<void>;
}

const current = createStore<Replica | null>(null);

/** Null while none is open: before the start, between two accounts, when this browser cannot store one. */
export const replicaStore: Store<Replica | null> = current;

/** For lifecycle.ts only. */
export const publishReplica = (replica: Replica | null): void => current.set(replica);

/** The part of connection/lifecycle.ts that opens databases. */
export interface ReplicaOpener {
  followSession(): void;
  tryAgain(): Promise<void>;
}

let loadOpener = (): Promise<ReplicaOpener> => Promise.reject(new Error('setReplicaOpener was not called.'));

/** main.tsx provides the opener: it is loaded on demand, and this file must not import from a higher layer. */
export function setReplicaOpener(load: () => Promise<ReplicaOpener>): void {
  loadOpener = load;
}

let started = false;

const RETRY_MS = 3000;

/** Opens and connects the account's database, and follows log-in and log-out. Idempotent. */
export function startReplica(): void {
  if (started) return;
  started = true;
  loadOpener().then(
    ({ followSession }) => followSession(),
    () => {
      // The chunk could not be loaded: the network was lost during a first visit.
      started = false;
      updateSyncState({ phase: 'offline' });
      setTimeout(startReplica, RETRY_MS);
    },
  );
}

/**
 * The open replica of an account, started if necessary: of who is signed in at the call, because what they wrote must
 * never become the next one's. Null when this browser cannot store one, or somebody else is signed in.
 */
export async function openedReplica(account = accountOf(sessionStore.get())): Promise<Replica | null> {
  const isSignedIn = () => accountOf(sessionStore.get()) === account;
  // Just after a log-in the guest's database may still be open: a post written then must wait for the member's own.
  const ours = () => (isSignedIn() && current.get()?.account === account ? current.get() : null);
  if (ours() || !isSignedIn()) return ours();
  startReplica();
  if (syncState.get().phase === 'unavailable') await loadOpener().then(({ tryAgain }) => tryAgain());
  await Promise.race([
    whenStore(current, () => ours() !== null),
    whenStore(sessionStore, () => !isSignedIn()),
    whenStore(syncState, ({ phase }) => phase === 'unavailable'),
  ]);
  return ours();
}

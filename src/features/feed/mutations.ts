import { replicaStore } from '#data/replica/replica.ts';
import { syncState } from '#data/device/sync-state.ts';
import { whenStore } from '#lib/store.ts';
import { within } from '#lib/within.ts';

/** Time limit for the spinner; later changes still show. */
const TIMEOUT_MS = 5000;

/** ended: only a log-in helps. */
export type Refreshed = 'answered' | 'offline' | 'ended';

/** Connects and sends now, and waits for an answer of the server. */
export async function refresh(): Promise<Refreshed> {
  const replica = replicaStore.get();
  if (!replica) return 'offline';
  const before = syncState.get().updatedAt;
  replica.flush({ reconnect: true });
  replica.check();
  // Not the phase alone: it may be that of the former connection.
  const answered = whenStore(syncState, ({ phase, updatedAt }) => phase === 'online' && updatedAt !== before);
  await within(TIMEOUT_MS, answered);
  const { phase, signInNeeded } = syncState.get();
  if (phase === 'online') return 'answered';
  return signInNeeded ? 'ended' : 'offline';
}

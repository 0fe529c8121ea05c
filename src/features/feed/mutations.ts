import { replicaStore } from '#data/replica/replica.ts';
import { syncState } from '#data/device/sync-state.ts';
import { whenStore } from '#lib/store.ts';
import { within } from '#lib/within.ts';

/** Time limit for the spinner; later changes still show. */
const TIMEOUT_MS = 5000;

/** Connects and sends now. True when the server has answered. */
export async function refresh(): Promise<boolean> {
  const replica = replicaStore.get();
  if (!replica) return false;
  const before = syncState.get().updatedAt;
  replica.flush({ reconnect: true });
  replica.check();
  // Not the phase alone: it may be that of the former connection.
  const answered = whenStore(syncState, ({ phase, updatedAt }) => phase === 'online' && updatedAt !== before);
  await within(TIMEOUT_MS, answered);
  return syncState.get().phase === 'online';
}

import { replicaStore } from '#data/replica/replica.ts';
import { syncState } from '#data/connection/status-store.ts';
import { whenStore } from '#lib/store.ts';
import { within } from '#lib/within.ts';

/** Longer than this nobody looks at a spinner; what arrives later shows by itself. */
const PATIENCE_MS = 5000;

/** Connects and sends now. True when the server could be heard. */
export async function refresh(): Promise<boolean> {
  const replica = replicaStore.get();
  if (!replica) return false;
  const before = syncState.get().updatedAt;
  replica.hurry();
  replica.check();
  // Not the phase alone: connecting anew passes through 'offline'.
  const heard = whenStore(syncState, ({ phase, updatedAt }) => phase === 'online' && updatedAt !== before);
  await within(PATIENCE_MS, heard);
  return syncState.get().phase === 'online';
}

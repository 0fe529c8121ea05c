import { updateSyncState } from './sync-state.ts';
import { removeKey, storeKey } from './kv.ts';
import { isQuotaError } from './storage-errors.ts';

/** Checks whether this browser stores anything, and shows it. Never resolves while storage is silent. */
export async function checkStorage(): Promise<void> {
  const refusal = await storeKey('can-store', 1).then(
    () => null,
    (error: unknown) => error,
  );
  const isFull = refusal !== null && isQuotaError(refusal);
  updateSyncState({ fleeting: refusal !== null && !isFull, ...(isFull && { trouble: 'full' }) });
  await removeKey('can-store');
}

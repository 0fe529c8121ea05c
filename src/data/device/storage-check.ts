import { updateSyncState } from './sync-state.ts';
import { removeKey, storeKey } from './kv.ts';
import { isQuotaError } from './storage-errors.ts';

/**
 * Stores a value to find out whether this browser keeps anything, and shows the result. Storage that does not answer
 * has refused nothing: then the status stays, and the promise never resolves.
 */
export async function checkStorage(): Promise<void> {
  const refusal = await storeKey('can-store', 1).then(
    () => null,
    (error: unknown) => error,
  );
  const isFull = refusal !== null && isQuotaError(refusal);
  updateSyncState({ fleeting: refusal !== null && !isFull, ...(isFull && { trouble: 'full' }) });
  await removeKey('can-store');
}

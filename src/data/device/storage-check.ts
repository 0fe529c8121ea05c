import { updateSyncState } from './sync-state.ts';
import { removeKey, storeKey } from './kv.ts';
import { refusesFiles } from './opfs.ts';
import { isQuotaError } from './storage-errors.ts';

/** Checks whether this browser keeps anything, and shows it. Never resolves while storage is silent. */
export async function checkStorage(): Promise<void> {
  const refusal = await storeKey('can-store', 1).then(
    () => null,
    (error: unknown) => error,
  );
  const isFull = refusal !== null && isQuotaError(refusal);
  const fleeting = (refusal !== null && !isFull) || (await refusesFiles());
  updateSyncState({ fleeting, ...(isFull && { trouble: 'full' }) });
  await removeKey('can-store');
}

import { updateSyncState } from './sync-state.ts';
import { removeKey, storeKey } from './kv.ts';
import { isQuotaError } from './storage-errors.ts';

/**
 * Whether this browser refuses files of OPFS, as a private window of Firefox does. The rest of its storage works there,
 * and is deleted with the window.
 */
export const refusesFiles = (): Promise<boolean> =>
  globalThis.navigator?.storage?.getDirectory?.().then(
    () => false,
    (error: DOMException) => error.name === 'SecurityError',
  ) ?? Promise.resolve(false);

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

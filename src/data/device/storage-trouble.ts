import { createStore } from '#lib/store.ts';
import { updateSyncState } from './sync-state.ts';
import { isDamaged, isQuotaError } from './storage-errors.ts';

/** Counts reports of a damaged database; the lifecycle rebuilds the open one at each. */
export const damageReports = createStore(0);

/** Reports a failed access to the database if it means damage or a full device. */
export function noteStorageTrouble(error: unknown): void {
  if (isDamaged(error)) damageReports.set(damageReports.get() + 1);
  else if (isQuotaError(error)) updateSyncState({ trouble: 'full' });
}

import { createStore } from '#lib/store.ts';
import { updateSyncState } from './sync-state.ts';

const QUOTA = /quota|disk is full|SQLITE_FULL|database or disk/i;

/** The device has no room left, as IndexedDB, Dexie (in `inner`) or SQLite report it. */
export const isQuotaError = (error: unknown): boolean => {
  const { name, inner } = (error ?? {}) as { name?: string; inner?: { name?: string } };
  return QUOTA.test(`${name} ${inner?.name} ${String(error)}`);
};

/** SQLite cannot read its own file any more. */
export const isDamaged = (error: unknown): boolean =>
  /malformed|not a database|SQLITE_CORRUPT|SQLITE_NOTADB|file is encrypted/i.test(String(error));

/** Counts reports of a damaged database; the lifecycle rebuilds the open one at each. */
export const damageReports = createStore(0);

/** Reports a failed access to the database if it means damage or a full device. */
export function noteStorageTrouble(error: unknown): void {
  if (isDamaged(error)) damageReports.set(damageReports.get() + 1);
  else if (isQuotaError(error)) updateSyncState({ trouble: 'full' });
}

import { createStore } from '#lib/store.ts';
import { updateSyncState } from '../connection/status-store.ts';

/** The device has no room left. */
export const isFull = (error: unknown): boolean =>
  /quota|disk is full|SQLITE_FULL|database or disk/i.test(String((error as Error | undefined)?.name) + String(error));

/** SQLite cannot read its own file any more. */
export const isDamaged = (error: unknown): boolean =>
  /malformed|not a database|SQLITE_CORRUPT|SQLITE_NOTADB|file is encrypted/i.test(String(error));

/** Counts reports of a damaged database; the lifecycle rebuilds the open one at each. */
export const damageReports = createStore(0);

/** Tells the shell and the lifecycle what a failed access to the database means, if it means anything. */
export function noteStorageTrouble(error: unknown): void {
  if (isDamaged(error)) damageReports.set(damageReports.get() + 1);
  else if (isFull(error)) updateSyncState({ trouble: 'full' });
}

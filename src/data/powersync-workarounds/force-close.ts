/*
 * Works around: `close()` and `disconnect()` wait for the sync worker without a limit, so they hang if it is dead,
 * frozen or still opening the file (powersync-js#1108). Can be deleted when they are guaranteed to end.
 */
import type { CommonPowerSyncDatabase } from '@powersync/common';
import { settlesWithin, succeedsWithin } from '#lib/within.ts';
import { clearFile } from './clear-file.ts';
import { stealFrozenLocks } from './frozen-locks.ts';
import { disableSharedWorker } from './shared-worker.ts';
import { pingSyncWorker } from './sync-worker.ts';

/** After this time a close is forced, or no account could be opened any more. */
export const CLOSE_PATIENCE_MS = 3000;

/** False if there is no sync worker. */
export const isWorkerSilent = async (db: CommonPowerSyncDatabase): Promise<boolean> =>
  !(await settlesWithin(CLOSE_PATIENCE_MS, pingSyncWorker(db)));

/** Terminates the worker that has this page's file open, without waiting for the sync worker. */
export async function terminateFileWorker(db: CommonPowerSyncDatabase): Promise<void> {
  disableSharedWorker();
  await succeedsWithin(CLOSE_PATIENCE_MS, Promise.resolve(db.database.close()));
}

/** Also releases the locks that a dead sync worker would keep from the next client. */
export async function forceClose(db: CommonPowerSyncDatabase): Promise<void> {
  await terminateFileWorker(db);
  await stealFrozenLocks(db.database.name);
}

/** Empties a database that did not close, in case its file cannot be deleted. Its streams had their time. */
export async function forceWipe(db: CommonPowerSyncDatabase): Promise<void> {
  await succeedsWithin(CLOSE_PATIENCE_MS, clearFile(db, 0));
  await forceClose(db);
}

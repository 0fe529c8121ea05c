/*
 * Works around: `disconnectAndClear()` waits for the sync worker without a limit, and leaves the deleted rows in the
 * file's free pages. Its stream, if another tab still runs it, would then report the emptied file as damaged. Can be
 * deleted when PowerSync can delete a database with its files.
 */
import type { CommonPowerSyncDatabase } from '@powersync/common';
import { settlesWithin } from '#lib/within.ts';
import { CLEAR_SQL } from '../replica/powersync-tables.ts';
import { streamLock } from './frozen-locks.ts';

/** Another tab that was just asked to close ends its stream within this time. */
const STREAM_PATIENCE_MS = 1000;
/** For the work of a stream that has just lost its lock. */
const GRACE_MS = 250;
/** If the file's own worker was terminated, clearing never ends: the member's next stream must not wait for it. */
const MAX_LOCK_MS = 3000;

/** Empties a database whose file may not be deletable, under its stream's lock, taken by force after `patienceMs`. */
export const clearFile = (db: CommonPowerSyncDatabase, patienceMs = STREAM_PATIENCE_MS): Promise<void> =>
  withStreamLock(db.database.name, patienceMs, async () => {
    await db.writeTransaction((tx) => tx.execute(CLEAR_SQL));
    // Rewrites the file: deleted rows are still readable in its free pages.
    await db.execute('VACUUM');
  });

/** Runs `work` under the lock of the stream, so that none starts meanwhile; without the lock if it cannot be had. */
async function withStreamLock(file: string, patienceMs: number, work: () => Promise<void>): Promise<void> {
  let done: Promise<void> | undefined;
  const begin = () => (done ??= work());
  // Rejects after `patienceMs`, or if another tab that logs out steals the lock; the work continues.
  const underLock = (options: LockOptions, before?: () => Promise<unknown>) =>
    navigator.locks
      ?.request(streamLock(file), options, async () => {
        await before?.();
        return settlesWithin(MAX_LOCK_MS, begin());
      })
      .catch(() => undefined);
  await underLock({ signal: AbortSignal.timeout(patienceMs) });
  // The previous holder gets an error, and requests the lock again some seconds later.
  if (!done) await underLock({ steal: true }, () => new Promise((resolve) => setTimeout(resolve, GRACE_MS)));
  await begin();
}

import type { CommonPowerSyncDatabase } from '@powersync/common';
import { CLEAR_SQL } from '../replica/powersync-tables.ts';
import { streamLock } from './dead-locks.ts';
import { answersWithin } from './worker-watch.ts';

/** A tab that syncs the file itself, and has just been told to leave, ends its stream within this. */
const STREAM_PATIENCE_MS = 1000;
/** Who has just lost the place ends what it was at. */
const GRACE_MS = 250;
/** A file whose own worker was ended meanwhile is never done: the same member's next stream must not wait for it. */
const LONGEST_MS = 3000;

/**
 * Empties a database in case its file cannot be deleted, when nobody streams into it any more: a stream that finds gone what it has
 * brought takes the file for damaged. Who does not end one within `patienceMs` (a worker that froze never does) loses the place.
 * Rows that were only deleted can still be read from the file's free pages: VACUUM writes it anew.
 */
export const clearFile = (db: CommonPowerSyncDatabase, patienceMs = STREAM_PATIENCE_MS): Promise<void> =>
  afterStream(db.database.name, patienceMs, async () => {
    await db.writeTransaction((tx) => tx.execute(CLEAR_SQL));
    await db.execute('VACUUM');
  });

/** Does the work in the place of the stream, so that none begins meanwhile. Waiting for the place never keeps it from being done. */
async function afterStream(file: string, patienceMs: number, work: () => Promise<void>): Promise<void> {
  let done: Promise<void> | undefined;
  const begin = () => (done ??= work());
  // Refused where the time is up, or where another tab that leaves takes the place in its turn; the work goes on all the same.
  const inPlace = (options: LockOptions, before?: () => Promise<unknown>) =>
    navigator.locks
      ?.request(streamLock(file), options, async () => {
        await before?.();
        return answersWithin(LONGEST_MS, begin);
      })
      .catch(() => undefined);
  await inPlace({ signal: AbortSignal.timeout(patienceMs) });
  // Its holder is told by an error, and asks again in some seconds.
  if (!done) await inPlace({ steal: true }, () => new Promise((resolve) => setTimeout(resolve, GRACE_MS)));
  await begin();
}

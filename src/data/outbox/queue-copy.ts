import type { CommonPowerSyncDatabase } from '@powersync/common';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { QUEUED_ACTIONS_SQL } from '../replica/powersync-tables.ts';
import type { Replica } from '../replica/replica.ts';
import { decodeAction } from './action-store.ts';
import { type CopiedAction, readCopy, removeFromCopy, updateCopy, cancelInCopy } from './queue-copy-store.ts';
import { registerSync } from './register-sync.ts';

/** The queued actions in order, without those that are hidden for a discard, because the worker must not send them. */
const QUEUED_SQL = `WITH queue AS MATERIALIZED (${QUEUED_ACTIONS_SQL})
  SELECT o.id AS action_id, o.kind, o.entity_id, o.subject_id, o.label, o.about, o.bytes, o.input, o.created_at, o.ops, queue.position
  FROM outbox o JOIN queue ON queue.action_id = o.id
  WHERE o.state IN ('queued', 'sending') AND o.discard_at IS NULL`;

export async function readQueue(db: CommonPowerSyncDatabase, account: string): Promise<CopiedAction[]> {
  const rows = await db.getAll<{ position: number }>(QUEUED_SQL);
  return rows.map((row) => ({ ...decodeAction(row), account, version: QUEUE_VERSION }));
}

const markUncertain = (db: Pick<Replica['db'], 'execute'>, action_id: string) =>
  db.execute(`UPDATE outbox SET uncertain = max(1, coalesce(uncertain, 0)) WHERE id = ? AND state = 'queued'`, [
    action_id,
  ]);

/**
 * Removes the worker's copy before an action is changed or cancelled. If the worker has sent it, the server may have
 * it.
 */
export async function cancelCopy({ account, db }: Pick<Replica, 'account' | 'db'>, action_id: string): Promise<void> {
  // Without IndexedDB there is no copy.
  if (await cancelInCopy(account, action_id).catch(() => true)) return;
  await markUncertain(db, action_id);
}

/** Marks actions that the worker sent while no page was open: the server may have them. */
export async function markCopiedUncertain(db: CommonPowerSyncDatabase, account: string): Promise<void> {
  const attempted = (await readCopy(account)).filter((action) => action.attempted || action.sent);
  for (const { action_id } of attempted) await markUncertain(db, action_id);
}

/** Keeps the worker's copy equal to the queue from now on. */
export function syncQueueCopy(db: CommonPowerSyncDatabase, account: string) {
  const report = (error: unknown) => console.debug('The copy of the queue for the worker could not be updated.', error);
  let isDropped = false;
  const update = async () => {
    const queued = await readQueue(db, account);
    if (isDropped) return;
    const added = await updateCopy(account, queued);
    if (added) await registerSync();
  };
  let turn = markCopiedUncertain(db, account).catch(report);
  const later = () => (turn = turn.then(update).catch(report));
  const stop = db.onChange({ onChange: later }, { tables: ['outbox'], throttleMs: 20, triggerImmediate: true });
  return {
    /** Resolves when the copy equals the queue as of this call. Never rejects. */
    caughtUp: later,
    /** These have a result. */
    settled: (ids: readonly string[]) => removeFromCopy(account, ids).catch(report),
    /** Call when the page is hidden, because the worker may be the next to have a network. */
    async handOverToWorker() {
      await turn;
      if ((await readCopy(account).catch(() => [])).length > 0) await registerSync().catch(report);
    },
    /** Call before the queue is deleted, so that the worker sends nothing more. */
    async drop() {
      stop();
      isDropped = true;
      await removeFromCopy(account).catch(report);
    },
    /** Before the database closes: copies the last writes too. */
    async close() {
      stop();
      await later();
    },
  };
}

import type { CommonPowerSyncDatabase } from '@powersync/common';
import { type CrudOp, QUEUE_VERSION } from '#contract/crud.ts';
import { MIRRORED_KINDS, SYNC_TAG } from '#contract/outbox.ts';
import { QUEUED_ACTIONS_SQL } from '../replica/powersync-tables.ts';
import { dropMirrored, fillMirror, mirrored, type MirrorRow } from './queue-copy-store.ts';
import { toServerOp } from '../upload/wire.ts';

/** What is queued, in the order of the queue; an outbox row alone has none. */
const QUEUED_SQL = `WITH queue AS MATERIALIZED (${QUEUED_ACTIONS_SQL})
  SELECT o.id, o.kind, o.entity_id, o.subject_id, o.label, o.about, o.bytes, o.payload, o.created_at, queue.position
  FROM outbox o JOIN queue ON queue.action_id = o.id
  WHERE o.state IN ('queued', 'sending') AND o.payload IS NOT NULL`;

interface QueuedRow extends Omit<MirrorRow['kept'], 'ops'> {
  id: string;
  payload: string;
  created_at: string;
  position: number;
}

export async function queuedForMirror(db: CommonPowerSyncDatabase, account: string): Promise<MirrorRow[]> {
  const rows = await db.getAll<QueuedRow>(QUEUED_SQL);
  return rows.map(({ id, payload, created_at, position, ...kept }) => {
    const ops = JSON.parse(payload) as CrudOp[];
    return {
      account,
      id,
      order: position,
      version: QUEUE_VERSION,
      action: { action_id: id, created_at, ops: ops.map(toServerOp) },
      byWorker: MIRRORED_KINDS.includes(kept.kind),
      kept: { ...kept, ops },
    };
  });
}

/** What the worker sent while no page was there may be on the server: it cannot be taken back in silence any more. */
export async function adoptAsked(db: CommonPowerSyncDatabase, account: string): Promise<void> {
  const asked = (await mirrored(account)).filter((row) => row.asked || row.sent);
  for (const { id } of asked) {
    await db.execute(`UPDATE outbox SET uncertain = max(1, coalesce(uncertain, 0)) WHERE id = ? AND state = 'queued'`, [
      id,
    ]);
  }
}

/** Asks the browser to wake the worker when there is a network, page or no page. */
async function registerSync(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // Background Sync is not in the standard's types, nor in Safari and Firefox.
  const { sync } = (registration ?? {}) as { sync?: { register(tag: string): Promise<void> } };
  await sync?.register(SYNC_TAG);
}

/** Keeps the worker's copy of the queue equal to the queue, from now on; a page that died in between is made up for at once. */
export function keepMirror(db: CommonPowerSyncDatabase, account: string) {
  const report = (error: unknown) => console.debug('The copy of the queue for the worker could not be kept.', error);
  let isDropped = false;
  const fill = async () => {
    const queued = await queuedForMirror(db, account);
    if (isDropped) return;
    const added = await fillMirror(account, queued);
    if (added) await registerSync();
  };
  let turn = adoptAsked(db, account).catch(report);
  const later = () => (turn = turn.then(fill).catch(report));
  const stop = db.onChange({ onChange: later }, { tables: ['outbox'], throttleMs: 20, triggerImmediate: true });
  return {
    /** Resolves when the copy is what the queue was at the call. Never fails. */
    caughtUp: later,
    /** These have their verdict. */
    settled: (ids: readonly string[]) => dropMirrored(account, ids).catch(report),
    /** The page goes out of sight: the worker may be the next to have a network. */
    async entrust() {
      await turn;
      if ((await mirrored(account).catch(() => [])).length > 0) await registerSync().catch(report);
    },
    /** What waits is to be thrown away: from now on the worker has nothing of it. */
    async drop() {
      stop();
      isDropped = true;
      await dropMirrored(account).catch(report);
    },
    /** Before the database closes: what was written last is copied too. */
    async close() {
      stop();
      await later();
    },
  };
}

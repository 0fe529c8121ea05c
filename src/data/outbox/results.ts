import type { CrudAction, CrudOp, CrudResult } from '#contract/crud.ts';
import type { RetryReason } from '#contract/outbox.ts';
import { CAUGHT_UP_SQL } from '../replica/powersync-tables.ts';
import { isHidden } from './action.ts';
import { readAction, type Sql, storeAction } from './action-store.ts';
import { removeHidden, canHideRejection } from './deletions.ts';
import { describe } from './describe.ts';

/** For failures without a text. The server sends a text with each rejection. */
const DEFAULT_REASON = 'The server did not accept this.';

const idsOf = (actions: readonly CrudAction[]): string => JSON.stringify(actions.map(({ action_id }) => action_id));

/** Marks actions that are about to be sent. From now on the server may have them. */
export async function markSending(sql: Sql, actions: readonly CrudAction[]): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'sending', attempts = attempts + 1, uncertain = coalesce(uncertain, 0) + 1
     WHERE id IN (SELECT value FROM json_each(?))`,
    [idsOf(actions)],
  );
}

/** After an attempt without a result. `mayHaveArrived` false: the server definitely did not apply it. */
export async function markQueued(
  sql: Sql,
  actions: readonly CrudAction[],
  reason: RetryReason,
  mayHaveArrived: boolean,
): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'queued', last_error = ?, uncertain = max(0, coalesce(uncertain, 0) - ?)
     WHERE state = 'sending' AND id IN (SELECT value FROM json_each(?))`,
    [reason, mayHaveArrived ? 0 : 1, idsOf(actions)],
  );
}

/** Records why sending is blocked. */
export async function markWaiting(sql: Pick<Sql, 'execute'>, reason: RetryReason): Promise<void> {
  await sql.execute(`UPDATE outbox SET last_error = ? WHERE state = 'queued' AND last_error IS NOT ?`, [
    reason,
    reason,
  ]);
}

interface Refusal {
  message: string;
  /** The refused action that this one depends on. */
  blocked_by?: string | undefined;
  /** Rejected by this device; the server stores no rejection. */
  isLocal?: boolean;
}

/** Stores a rejected action with its text, also one without an outbox row, so that nothing disappears unnoticed. */
export async function markRefused(sql: Sql, sent: CrudAction, refusal: Refusal): Promise<void> {
  const { message, blocked_by = null, isLocal = false } = refusal;
  const stored = await readAction(sql, sent.action_id);
  const action = stored ?? describe(sent);
  if (isHidden(action) || (await canHideRejection(sql, action))) return removeHidden(sql, sent, isLocal);
  if (!stored) await storeAction(sql, action, { state: 'sending', attempts: 1 });
  await sql.execute(`UPDATE outbox SET state = 'refused', last_error = ?, blocked_by = ?, is_local = ? WHERE id = ?`, [
    message || DEFAULT_REASON,
    blocked_by,
    Number(isLocal),
    sent.action_id,
  ]);
}

const NEWER = 'A newer version of the app wrote this. It goes out once that version is back.';

/** Moves an action that a newer release wrote, in a format unknown here, from the queue to the outbox. */
export async function setAside(sql: Sql, action: CrudAction, version: number): Promise<void> {
  await markRefused(sql, action, { message: NEWER, isLocal: true });
  await sql.execute('UPDATE outbox SET waits_for = ? WHERE id = ?', [version, action.action_id]);
}

/**
 * Stores the server's results. Returns how many of the leading actions have one: only those may leave the queue, the
 * others are sent again, which their ids make harmless. `now`: ISO 8601.
 */
export async function applyResults(
  sql: Sql,
  actions: readonly CrudAction[],
  results: readonly CrudResult[],
  now = new Date().toISOString(),
): Promise<number> {
  const found = new Map(results.map((result) => [result.action_id, result]));
  const unanswered = actions.findIndex(({ action_id }) => !found.has(action_id));
  const covered = unanswered < 0 ? actions : actions.slice(0, unanswered);
  const accepted = covered.filter(({ action_id }) => found.get(action_id)?.status !== 'rejected');
  await sql.execute(
    `UPDATE outbox SET state = 'sent', sent_at = ?, last_error = NULL WHERE id IN (SELECT value FROM json_each(?))`,
    [now, idsOf(accepted)],
  );
  for (const action of covered) {
    const result = found.get(action.action_id);
    if (result?.status !== 'rejected') continue;
    await markRefused(sql, action, { message: result.message ?? '', blocked_by: result.blocked_by });
  }
  return covered.length;
}

/**
 * A rejection known only from the stream. Not what this release refused without asking the server: nobody else has it.
 */
export const ADOPTED_SQL = `state = 'refused' AND attempts = 0 AND is_local IS NOT 1`;

/**
 * Updates the outbox after a sync: shows rejections from the stream (whose answer was lost, or of another device),
 * removes those that were handled on another device, and removes sent actions whose server version was synced.
 */
export async function reconcile(sql: Sql): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'refused', last_error = (SELECT message FROM write_rejections r WHERE r.id = outbox.id)
     WHERE state = 'sent' AND id IN (SELECT id FROM write_rejections)`,
  );
  await adoptRejections(sql);
  await sql.execute(
    `DELETE FROM outbox WHERE ${ADOPTED_SQL} AND NOT EXISTS (SELECT 1 FROM write_rejections r WHERE r.id = outbox.id)`,
  );
  await sql.execute(`DELETE FROM outbox WHERE state = 'sent' AND ${CAUGHT_UP_SQL}`);
  // The server's version of the post was synced. Also of a rejected one, if an older call arrived later.
  await sql.execute(
    `DELETE FROM outbox WHERE state IN ('sent', 'refused') AND kind = 'post'
       AND EXISTS (SELECT 1 FROM posts WHERE posts.id = outbox.entity_id AND posts.status IS NOT NULL)`,
  );
}

interface UnknownRejection {
  action_id: string;
  ops: string;
  /** Null of a former release, which did not send them. */
  kind: string | null;
  label: string | null;
  /** JSON; null as above, and of kinds without a form. */
  input: string | null;
  message: string;
  created_at: string;
}

/** Shows rejections without an outbox row: from another device, or from before this device's storage was cleared. */
async function adoptRejections(sql: Sql): Promise<void> {
  const unknown = await sql.getAll<UnknownRejection>(
    `SELECT id AS action_id, ops, kind, label, input, message, created_at FROM write_rejections r
     WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = r.id)`,
  );
  for (const { message, ops, kind, label, input, ...rest } of unknown) {
    const name = { ...(kind !== null && { kind }), ...(label !== null && { label }) };
    const parsed = { ops: JSON.parse(ops) as CrudOp[], input: JSON.parse(input || '{}') as Record<string, unknown> };
    const action = describe({ ...rest, ...name, ...parsed });
    if (isHidden(action)) continue;
    await storeAction(sql, action, { state: 'refused' });
    await sql.execute('UPDATE outbox SET last_error = ? WHERE id = ?', [message || DEFAULT_REASON, action.action_id]);
  }
}

/** At open: a process that was killed left these as 'sending'; they are still queued and will be sent again. */
export async function requeueStale(sql: Pick<Sql, 'execute'>): Promise<void> {
  await sql.execute(`UPDATE outbox SET state = 'queued' WHERE state = 'sending'`);
}

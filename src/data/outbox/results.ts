import type { Transaction } from '@powersync/common';
import type { CrudOp, CrudResult, CrudAction } from '#contract/crud.ts';
import { toLocalOps } from '#contract/sync/client-tables.ts';
import { HIDDEN_KINDS, type RetryReason } from '#contract/outbox.ts';
import { describe } from './describe.ts';
import { CAUGHT_UP_SQL } from '../replica/powersync-tables.ts';
import { forgetHidden, isMoot } from './moot.ts';

/** The part of a SQLite transaction that is used here. */
export type Sql = Pick<Transaction, 'execute' | 'getAll' | 'getOptional'>;

/** The server's refusals carry sentences; this is for the rest. */
const PLAIN_REFUSAL = 'The server did not accept this.';

/** One statement for all: each is a way to the database's worker and back. */
const idsOf = (actions: readonly CrudAction[]): string => JSON.stringify(actions.map(({ action_id }) => action_id));

/** Marks what is about to be sent. From here on the server may have it. */
export async function markSending(sql: Sql, actions: readonly CrudAction[]): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'sending', attempts = attempts + 1, uncertain = coalesce(uncertain, 0) + 1
     WHERE id IN (SELECT value FROM json_each(?))`,
    [idsOf(actions)],
  );
}

/** After an attempt that reached no verdict. `arrived` false: the server certainly did not take it. */
export async function markQueued(
  sql: Sql,
  actions: readonly CrudAction[],
  reason: RetryReason,
  arrived = true,
): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'queued', last_error = ?, uncertain = max(0, coalesce(uncertain, 0) - ?)
     WHERE state = 'sending' AND id IN (SELECT value FROM json_each(?))`,
    [reason, arrived ? 0 : 1, idsOf(actions)],
  );
}

/** Nothing could be sent at all, and why. */
export async function markWaiting(sql: Sql, reason: RetryReason): Promise<void> {
  await sql.execute(`UPDATE outbox SET last_error = ? WHERE state = 'queued' AND last_error IS NOT ?`, [
    reason,
    reason,
  ]);
}

export interface Refusal {
  message: string;
  /** The refused action that this one needed. */
  blockedBy?: string | undefined;
  /** Given up here: the server keeps nothing of it. */
  isLocal?: boolean;
}

/** Keeps a refused action with its words; also one that had no outbox row, so that nothing vanishes unseen. */
export async function markRefused(
  sql: Sql,
  { action_id: id, ops, created_at }: CrudAction,
  refusal: Refusal,
): Promise<void> {
  const { message, blockedBy = null, isLocal = false } = refusal;
  const row = await sql.getOptional<{ kind: string }>('SELECT kind FROM outbox WHERE id = ?', [id]);
  const found = describe(ops);
  const kind = row?.kind ?? found.kind;
  if (HIDDEN_KINDS.includes(kind) || (await isMoot(sql, id, kind, found.entity_id)))
    return forgetHidden(sql, { action_id: id, ops, created_at }, isLocal);
  const payload = JSON.stringify(toLocalOps(ops));
  if (!row) {
    await sql.execute(
      `INSERT INTO outbox (id, kind, entity_id, state, label, bytes, created_at, attempts) VALUES (?, ?, ?, 'sending', ?, ?, ?, 1)`,
      [id, found.kind, found.entity_id, found.label, payload.length, created_at],
    );
  }
  await sql.execute(
    `UPDATE outbox SET state = 'refused', last_error = ?, blocked_by = ?, is_local = ?, payload = coalesce(payload, ?) WHERE id = ?`,
    [message || PLAIN_REFUSAL, blockedBy, Number(isLocal), payload, id],
  );
}

/**
 * Writes the server's verdicts into the outbox. Returns how many of the leading actions are covered: only those may leave
 * the queue, the others are sent again (their ids make that harmless). `now`: ISO 8601.
 */
export async function applyResults(
  sql: Sql,
  actions: readonly CrudAction[],
  results: readonly CrudResult[],
  now = new Date().toISOString(),
): Promise<number> {
  const verdicts = new Map(results.map((result) => [result.action_id, result]));
  const unanswered = actions.findIndex(({ action_id }) => !verdicts.has(action_id));
  const covered = unanswered < 0 ? actions : actions.slice(0, unanswered);
  const taken = covered.filter(({ action_id }) => verdicts.get(action_id)?.status !== 'rejected');
  await sql.execute(
    `UPDATE outbox SET state = 'sent', sent_at = ?, last_error = NULL WHERE id IN (SELECT value FROM json_each(?))`,
    [now, idsOf(taken)],
  );
  for (const action of covered) {
    const verdict = verdicts.get(action.action_id);
    if (verdict?.status !== 'rejected') continue;
    await markRefused(sql, action, { message: verdict.message ?? '', blockedBy: verdict.blocked_by });
  }
  return covered.length;
}

/**
 * Tidies the outbox after a sync: a refusal that came by the stream (its answer was lost, or another device wrote it) is shown, one
 * that was settled on another device goes, and a sent row goes once the server's own version of it is here.
 */
export async function reconcile(sql: Sql): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'refused',
       last_error = (SELECT message FROM write_rejections r WHERE r.id = outbox.id),
       payload = coalesce(payload, (SELECT ops FROM write_rejections r WHERE r.id = outbox.id))
     WHERE state = 'sent' AND id IN (SELECT id FROM write_rejections)`,
  );
  await adoptRefusals(sql);
  await sql.execute(
    `DELETE FROM outbox WHERE state = 'refused' AND attempts = 0 AND NOT EXISTS (SELECT 1 FROM write_rejections r WHERE r.id = outbox.id)`,
  );
  await sql.execute(`DELETE FROM outbox WHERE state = 'sent' AND ${CAUGHT_UP_SQL}`);
  // The post itself is here, with what only the server fills in; even a refused one, when an older call arrived after all.
  await sql.execute(
    `DELETE FROM outbox WHERE state IN ('sent', 'refused') AND kind = 'post'
       AND EXISTS (SELECT 1 FROM posts WHERE posts.id = outbox.entity_id AND posts.status IS NOT NULL)`,
  );
}

/** Refusals that this device knows nothing of: written on another one, or before its storage was cleared. */
async function adoptRefusals(sql: Sql): Promise<void> {
  const unknown = await sql.getAll<{ id: string; ops: string; message: string; created_at: string }>(
    `SELECT id, ops, message, created_at FROM write_rejections r WHERE NOT EXISTS (SELECT 1 FROM outbox WHERE outbox.id = r.id)`,
  );
  for (const { id, ops: refused, message, created_at } of unknown) {
    const ops = toLocalOps(JSON.parse(refused) as CrudOp[]);
    const { kind, entity_id, label } = describe(ops);
    if (HIDDEN_KINDS.includes(kind)) continue;
    await sql.execute(
      `INSERT INTO outbox (id, kind, entity_id, state, label, bytes, created_at, attempts, last_error, payload)
       VALUES (?, ?, ?, 'refused', ?, ?, ?, 0, ?, ?)`,
      [id, kind, entity_id, label, refused.length, created_at, message || PLAIN_REFUSAL, JSON.stringify(ops)],
    );
  }
}

/** At open: what a killed process left as 'sending' is still in the queue and will be sent again. */
export async function requeueStale(sql: Sql): Promise<void> {
  await sql.execute(`UPDATE outbox SET state = 'queued' WHERE state = 'sending'`);
}

import type { Transaction } from '@powersync/common';
import type { CrudResult, CrudTransaction } from '#contract/crud.ts';

/** The part of a SQLite transaction that is used here. */
export type Sql = Pick<Transaction, 'execute'>;

/** The server's refusals carry sentences; these are for the rest. */
const PLAIN_REFUSAL = 'The server did not accept this.';

/** Marks what is about to be sent. */
export async function markSending(sql: Sql, transactions: readonly CrudTransaction[]): Promise<void> {
  for (const { id } of transactions) {
    await sql.execute(`UPDATE outbox SET state = 'sending', attempts = attempts + 1 WHERE id = ?`, [id]);
  }
}

/** After an attempt that reached no verdict. `reason` is a code of RetryReason. */
export async function markQueued(sql: Sql, transactions: readonly CrudTransaction[], reason: string): Promise<void> {
  for (const { id } of transactions) {
    await sql.execute(`UPDATE outbox SET state = 'queued', last_error = ? WHERE id = ? AND state = 'sending'`, [
      reason,
      id,
    ]);
  }
}

/** Keeps a refused action with its words; also one that had no outbox row, so that nothing vanishes unseen. */
export async function markRefused(sql: Sql, transaction: CrudTransaction, message: string): Promise<void> {
  const payload = JSON.stringify(transaction.ops);
  const { array } = await sql.execute('SELECT id FROM outbox WHERE id = ?', [transaction.id]);
  if (array.length > 0) {
    await sql.execute(`UPDATE outbox SET state = 'refused', last_error = ?, payload = ? WHERE id = ?`, [
      message || PLAIN_REFUSAL,
      payload,
      transaction.id,
    ]);
    return;
  }
  const first = transaction.ops[0];
  await sql.execute(
    `INSERT INTO outbox (id, kind, entity_id, state, label, bytes, created_at, attempts, last_error, payload)
     VALUES (?, ?, ?, 'refused', '', ?, ?, 1, ?, ?)`,
    [
      transaction.id,
      first?.table ?? 'unknown',
      first?.id ?? '',
      payload.length,
      transaction.created_at,
      message || PLAIN_REFUSAL,
      payload,
    ],
  );
}

/**
 * Writes the server's verdicts into the outbox. Returns how many of the leading transactions are covered: only those may leave
 * the queue, the others are sent again (their ids make that harmless).
 */
export async function applyResults(
  sql: Sql,
  transactions: readonly CrudTransaction[],
  results: readonly CrudResult[],
): Promise<number> {
  const verdicts = new Map(results.map((result) => [result.id, result]));
  let covered = 0;
  for (const transaction of transactions) {
    const verdict = verdicts.get(transaction.id);
    if (!verdict) break;
    covered += 1;
    if (verdict.status === 'rejected') await markRefused(sql, transaction, verdict.message ?? '');
    else await sql.execute(`UPDATE outbox SET state = 'sent', last_error = NULL WHERE id = ?`, [transaction.id]);
  }
  return covered;
}

/**
 * Tidies the outbox after a sync: a refusal that came by the stream (its answer was lost) is shown, and a sent row goes once the
 * server's own version of it is here, or it is known to be gone.
 */
export async function reconcile(sql: Sql): Promise<void> {
  await sql.execute(
    `UPDATE outbox SET state = 'refused',
       last_error = (SELECT message FROM write_rejections WHERE write_rejections.id = outbox.id),
       payload = coalesce(payload, (SELECT operations FROM write_rejections WHERE write_rejections.id = outbox.id))
     WHERE state = 'sent' AND id IN (SELECT id FROM write_rejections)`,
  );
  await sql.execute(
    `DELETE FROM outbox WHERE state = 'sent'
       AND NOT EXISTS (SELECT 1 FROM posts WHERE posts.id = outbox.entity_id AND posts.status IS NULL)`,
  );
}

/** At open: what a killed process left as 'sending' is still in the queue and will be sent again. */
export async function requeueStale(sql: Sql): Promise<void> {
  await sql.execute(`UPDATE outbox SET state = 'queued' WHERE state = 'sending'`);
}

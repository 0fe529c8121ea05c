import type { CrudOp } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { discardAction, childrenOf } from './outbox-actions.ts';
import { type KeptRow, readRow } from './outbox-rows.ts';
import { takeOutOfQueue } from './queued-rows.ts';
import { replayAction } from './replay.ts';
import { memberReplica } from './write.ts';

type Result = { ok: true } | { ok: false; code: WriteErrorCode };

/**
 * Discards an action with all that waits for it. `undo` brings everything back as it was, refused ones with their reason; null
 * where the server may have it already and is told to delete it.
 */
export async function discardWithUndo(
  id: string,
): Promise<{ ok: true; undo: (() => Promise<void>) | null } | { ok: false; code: WriteErrorCode }> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { db, hurry } = { db: open.replica.db, hurry: open.replica.hurry };
  const ids = [id, ...(await childrenOf(id))];
  const rows: Kept[] = [];
  for (const each of ids) {
    const row = await readRow(db, each);
    const more = await db.getOptional<Reason>('SELECT last_error, blocked_by, attempts FROM outbox WHERE id = ?', [
      each,
    ]);
    if (row && more) rows.push({ ...row, ...more });
  }
  const result = await discardAction(id, { children: true });
  if (!result.ok) return result;
  if (rows.some(({ uncertain }) => uncertain === 1)) return { ok: true, undo: null };
  const undo = async () => {
    for (const row of rows) {
      await db.writeTransaction((tx) => (row.state === 'refused' ? putBack(tx, row) : replayAction(tx, row)));
    }
    hurry();
  };
  return { ok: true, undo };
}

interface Reason {
  last_error: string | null;
  blocked_by: string | null;
  attempts: number;
}
type Kept = KeptRow & Reason;
type Sql = Parameters<typeof replayAction>[0];

/** The server has forgotten the refusal by then: what is put back is known to this device alone. */
async function putBack(tx: Sql, row: Kept): Promise<void> {
  await tx.execute(
    `INSERT INTO outbox (id, kind, entity_id, subject_id, state, label, about, bytes, created_at, attempts, uncertain,
       version, payload, last_error, blocked_by, is_local)
     VALUES (?, ?, ?, ?, 'refused', ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, 1)`,
    [
      row.id,
      row.kind,
      row.entity_id,
      row.subject_id,
      row.label,
      row.about,
      row.bytes,
      row.created_at,
      Math.max(1, row.attempts),
      row.version,
      row.payload,
      row.last_error,
      row.blocked_by,
    ],
  );
}

const LABEL_LENGTH = 80;

/** Sends an unsent or refused action with other words in one of its fields. Code 'sending' while the server may have it. */
export async function resendWith(id: string, field: string, value: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { db } = open.replica;
  const row = await db.readTransaction((tx) => readRow(tx, id));
  if (!row || row.state === 'sent') return { ok: false, code: 'not_found' };
  if (row.state === 'sending' || row.uncertain === 1) return { ok: false, code: 'sending' };
  const ops = row.ops.map((op): CrudOp =>
    op.id === row.entity_id ? { ...op, data: { ...op.data, [field]: value } } : op,
  );
  const changed = {
    ...row,
    ops,
    label: value.trim().slice(0, LABEL_LENGTH),
    bytes: new TextEncoder().encode(value).length,
  };
  if (row.state === 'refused') {
    const gone = await discardAction(id);
    if (!gone.ok) return gone;
  }
  await db.writeTransaction(async (tx) => {
    if (row.state === 'queued') await takeOutOfQueue(tx, id);
    await replayAction(tx, changed);
  });
  open.replica.hurry();
  return { ok: true };
}

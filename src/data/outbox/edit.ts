import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { UNDO_KIND } from '#contract/outbox.ts';
import { withdraw } from './queue-copy-store.ts';
import { childrenOf, discardAction, takeBackFor } from './actions.ts';
import { type KeptRow, readRow } from './rows.ts';
import { takeOutOfQueue } from './queued-rows.ts';
import { replayAction, requeue } from './replay.ts';
import type { Replica } from '../replica/replica.ts';
import { memberReplica } from './write.ts';

type Result = { ok: true } | { ok: false; code: WriteErrorCode };

/**
 * Discards an action with all that waits for it. `undo` brings everything back: what was not sent as it was, refused ones with their
 * reason, what was to be deleted again without that, or anew where it has been deleted by then.
 */
export async function discardWithUndo(
  id: string,
): Promise<{ ok: true; undo: () => Promise<void> } | { ok: false; code: WriteErrorCode }> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica } = open;
  const { db } = replica;
  const rows: Kept[] = [];
  for (const each of [id, ...(await childrenOf(id))]) {
    const row = await readRow(db, each);
    const more = await db.getOptional<Reason>('SELECT last_error, blocked_by, attempts FROM outbox WHERE id = ?', [
      each,
    ]);
    if (row && more) rows.push({ ...row, ...more });
  }
  const deletions = new Map<string, string>();
  const result = await discardAction(id, { children: true, deletions });
  if (!result.ok) return result;
  const undo = async () => {
    await bringBack(replica, rows, deletions);
    replica.hurry();
  };
  return { ok: true, undo };
}

type Deletions = ReadonlyMap<string, string>;

async function bringBack({ account, db }: Replica, rows: readonly Kept[], deletions: Deletions): Promise<void> {
  // The worker's copy says that it is to be unmade. Made anew from the queue it says what it is.
  for (const id of deletions.keys()) await withdraw(account, id).catch(() => {});
  const isInTime = await db.writeTransaction((tx) => takeDeletionsBack(tx, rows, deletions));
  // Each is an action of its own again.
  for (const row of isInTime ? rows : underNewIds(rows, deletions)) {
    await db.writeTransaction(async (tx) => {
      if (row.state === 'refused') return putBack(tx, row);
      // Still there: its deletion is gone, or it could not be discarded. Judged unseen in the meantime, it is sent again to hear that.
      const now = isInTime ? await readRow(tx, row.id) : null;
      if (now === null || now.kind === UNDO_KIND) await requeue(tx, row, v7());
    });
  }
}

/** All or, where one of them has left or may have been received, none. */
async function takeDeletionsBack(tx: Sql, rows: readonly Kept[], deletions: Deletions): Promise<boolean> {
  const found = await tx.get<{ n: number }>(
    `SELECT count(*) AS n FROM outbox
     WHERE state = 'queued' AND coalesce(uncertain, 0) = 0 AND id IN (SELECT value FROM json_each(?))`,
    [JSON.stringify([...deletions.values()])],
  );
  if (found.n < deletions.size) return false;
  for (const { id, kind } of rows) {
    await tx.execute(`UPDATE outbox SET kind = ? WHERE id = ? AND state IN ('queued', 'sending')`, [kind, id]);
    const deletion = deletions.get(id);
    if (!deletion) continue;
    await takeOutOfQueue(tx, deletion);
    await tx.execute('DELETE FROM outbox WHERE id = ?', [deletion]);
  }
  return true;
}

/** Their ids are told from the post's: on another post they would not be known again. */
const MARKS = new Set(['vote', 'like', 'poll_vote']);

/** The same words as new things: an id that was deleted on the server stays deleted. */
function underNewIds(rows: readonly Kept[], deletions: Deletions): Kept[] {
  const words = rows.filter(({ id, kind }) => deletions.has(id) || !MARKS.has(kind));
  const made = words.flatMap(({ ops }) => ops.flatMap(({ op, id }) => (op === 'PUT' ? [id] : [])));
  const text = made.reduce((all, id) => all.replaceAll(id, v7()), JSON.stringify(words));
  return JSON.parse(text) as Kept[];
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

/**
 * Sends an unsent or refused action with other words in one of its fields, under a new name. Code 'sending' while the server may
 * have it; 'not_found' when it was sent.
 */
export async function resendWith(id: string, field: string, value: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const result = await takeBackFor(open.replica, id, async (tx, row) => {
    const ops = row.ops.map((op): CrudOp =>
      op.id === row.entity_id ? { ...op, data: { ...op.data, [field]: value } } : op,
    );
    const label = value.trim().slice(0, LABEL_LENGTH);
    await replayAction(tx, { ...row, ops, label, bytes: new TextEncoder().encode(value).length });
  });
  if (result.ok) open.replica.hurry();
  return result.ok ? { ok: true } : result;
}

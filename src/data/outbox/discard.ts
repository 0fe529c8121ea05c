import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import { UNDO_KIND } from '#contract/outbox.ts';
import type { Replica } from '../replica/replica.ts';
import { isHidden, type StoredAction } from './action.ts';
import { metadataOf, readAction, removeAction, type Sql, storeAction } from './action-store.ts';
import { forgetRejection, hideDeletion } from './deletions.ts';
import { dependentsOf, editsOf } from './dependents.ts';
import { withdrawCopy } from './queue-copy.ts';
import { queueDeletionAlone, takeOutOfQueue } from './queued-rows.ts';
import { type Failure, memberReplica } from './write.ts';

type Result = { ok: true } | Failure;
/** What goes with the action: all its dependents, only the edits of the same post or comment, or nothing. */
type With = 'dependents' | 'edits' | 'nothing';

/** Kinds that a deletion can undo on the server. */
const UNDOABLE = new Set(['post', 'comment']);

/** Why an action cannot be discarded; null: it can. */
function obstacleTo(action: StoredAction | null): Failure['code'] | null {
  if (!action || action.state === 'sent' || isHidden(action)) return 'not_found';
  if (action.state === 'sending') return 'sending';
  const mayHaveArrived = action.state === 'queued' && Boolean(action.uncertain);
  return mayHaveArrived && !(UNDOABLE.has(action.kind) && action.ops[0]?.op === 'PUT') ? 'sending' : null;
}

const companionsOf = (tx: Sql, action_id: string, also: With): Promise<string[]> =>
  also === 'nothing' ? Promise.resolve([]) : (also === 'edits' ? editsOf : dependentsOf)(tx, action_id);

/** Ids of the actions that depend on this one, in the order they were written. */
export async function listDependents(action_id: string): Promise<string[]> {
  const open = await memberReplica();
  return open.ok ? open.replica.db.readTransaction((tx) => dependentsOf(tx, action_id)) : [];
}

type Device = Pick<Replica, 'account' | 'db'>;

/**
 * Discards an action: a refused one here and on the server; an unsent one as if it had never been written. One that the server may
 * have is sent with its deletion right behind it. Code 'sending' if that is impossible; 'not_found' if it was sent.
 */
export async function discardAction(action_id: string, also: With = 'nothing'): Promise<Result> {
  const open = await memberReplica();
  return open.ok ? discardOn(open.replica, action_id, also) : open;
}

async function discardOn(
  device: Device,
  action_id: string,
  also: With,
  isWanted: (action: StoredAction) => boolean = () => true,
): Promise<Result> {
  const companions = (tx: Sql) => companionsOf(tx, action_id, also);
  for (const each of [action_id, ...(await device.db.readTransaction(companions))]) await withdrawCopy(device, each);
  // In one transaction, with what was written since: a dependent left behind by a crash would be sent and refused.
  return device.db.writeTransaction(async (tx) => {
    const action = await readAction(tx, action_id);
    if (action && !isWanted(action)) return { ok: false, code: 'not_found' };
    const others = await companions(tx);
    const result = await discardOne(tx, action);
    if (!result.ok) return result;
    for (const other of others) {
      const discarded = await discardOne(tx, await readAction(tx, other));
      // It is being sent to a server that never had its parent: its rejection is not worth showing.
      if (!discarded.ok && discarded.code === 'sending') await tx.execute(HIDE_ORPHAN, [UNDO_KIND, other, action_id]);
    }
    return result;
  });
}

/** Not if the parent may have arrived: then it is still stored, with its deletion. */
const HIDE_ORPHAN = `UPDATE outbox SET kind = ?1 WHERE id = ?2 AND state IN ('queued', 'sending')
  AND NOT EXISTS (SELECT 1 FROM outbox parent WHERE parent.id = ?3)`;

async function discardOne(tx: Transaction, action: StoredAction | null): Promise<Result> {
  const code = obstacleTo(action);
  if (code || !action) return { ok: false, code: code ?? 'not_found' };
  const { action_id, state, uncertain, is_local, ops } = action;
  if (state === 'queued' && uncertain) return sendWithDeletion(tx, action);
  await takeOutOfQueue(tx, action_id, ops);
  await hideDeletion(tx, action);
  await tx.execute('UPDATE outbox SET blocked_by = NULL WHERE blocked_by = ?', [action_id]);
  await removeAction(tx, action_id);
  if (state === 'refused' && !is_local) await forgetRejection(tx, action_id);
  return { ok: true };
}

/** The server may have it: it is sent under its id and deleted right after, both hidden. */
async function sendWithDeletion(tx: Transaction, action: StoredAction): Promise<Result> {
  await tx.execute('UPDATE outbox SET kind = ?, discard_at = NULL WHERE id = ?', [UNDO_KIND, action.action_id]);
  // The member's own deletion does it, hidden from now on.
  if (await hideDeletion(tx, action)) return { ok: true };
  const { table, id } = action.ops[0] as CrudOp;
  const name = { action_id: v7(), created_at: new Date().toISOString() };
  // As an action of its own: a post and its comments may be discarded in one local transaction.
  await queueDeletionAlone(tx, table, id, metadataOf(name));
  await storeAction(tx, {
    ...name,
    kind: UNDO_KIND,
    entity_id: id,
    subject_id: null,
    label: '',
    about: null,
    bytes: 0,
    ops: [{ op: 'DELETE', table, id }],
  });
  return { ok: true };
}

/** A discard can be undone for this long at most; usually its toast ends it sooner. */
export const UNDO_LIMIT_MS = 30_000;

/** Hides an action and its dependents until the discard is completed, undone or due. */
export async function hideForDiscard(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica } = open;
  const family = [action_id, ...(await listDependents(action_id))];
  for (const each of family) await withdrawCopy(replica, each);
  return replica.db.writeTransaction(async (tx): Promise<Result> => {
    const code = obstacleTo(await readAction(tx, action_id));
    if (code) return { ok: false, code };
    await tx.execute(
      `UPDATE outbox SET discard_at = ? WHERE state IN ('queued', 'refused') AND id IN (SELECT value FROM json_each(?))`,
      [Date.now() + UNDO_LIMIT_MS, JSON.stringify(family)],
    );
    return { ok: true };
  });
}

/** Shows a hidden action and its dependents again. Code 'not_found': the discard is completed. */
export async function undoDiscard(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const result = await open.replica.db.writeTransaction(async (tx): Promise<Result> => {
    const action = await readAction(tx, action_id);
    if (action?.discard_at == null) return { ok: false, code: 'not_found' };
    const family = [action_id, ...(await dependentsOf(tx, action_id))];
    await tx.execute('UPDATE outbox SET discard_at = NULL WHERE id IN (SELECT value FROM json_each(?))', [
      JSON.stringify(family),
    ]);
    return { ok: true };
  });
  open.replica.flush();
  return result;
}

/** Discards a hidden action now: its toast has gone. */
export async function completeDiscard(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const result = await discardOn(open.replica, action_id, 'dependents', ({ discard_at }) => discard_at !== null);
  // The sender may be waiting for this.
  open.replica.flush();
  return result;
}

/** Discards everything that is due, also for a page that was closed before its toast went. */
export async function completeDueDiscards(device: Device): Promise<void> {
  const due = await device.db.getAll<{ id: string }>(
    // A deadline further away than any can be was set by a clock that was wrong.
    'SELECT id FROM outbox WHERE discard_at NOT BETWEEN ?1 + 1 AND ?1 + ?2 ORDER BY created_at, id',
    [Date.now(), UNDO_LIMIT_MS],
  );
  for (const { id } of due) {
    const result = await discardOn(device, id, 'dependents', ({ discard_at }) => discard_at !== null);
    // It cannot be discarded any more, so it is shown again; a dependent is gone with its parent.
    if (!result.ok) await device.db.execute('UPDATE outbox SET discard_at = NULL WHERE id = ?', [id]);
  }
}

/** When the hidden actions are due, by id. */
export async function pendingDiscards(sql: Pick<Sql, 'getAll'>): Promise<Map<string, number>> {
  const rows = await sql.getAll<{ id: string; discard_at: number }>(
    'SELECT id, discard_at FROM outbox WHERE discard_at IS NOT NULL',
  );
  return new Map(rows.map(({ id, discard_at }) => [id, discard_at]));
}

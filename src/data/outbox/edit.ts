import type { Transaction } from '@powersync/common';
import type { CrudOp } from '#contract/crud.ts';
import type { Replica } from '../replica/replica.ts';
import { byteLength, isHidden, type StoredAction, toLabel } from './action.ts';
import { readAction, removeAction } from './action-store.ts';
import { forgetRejection, hideDeletion } from './deletions.ts';
import { dependentsOf, editsOf } from './dependents.ts';
import { cancelCopy } from './queue-copy.ts';
import { requeueUnderNewId } from './replay.ts';
import { type Failure, memberReplica, removeFromQueue } from './write.ts';

const mayBeSent = ({ state, uncertain }: StoredAction): boolean =>
  state === 'sending' || (state === 'queued' && Boolean(uncertain));

async function readEdits(sql: Pick<Transaction, 'getAll' | 'getOptional'>, action_id: string): Promise<StoredAction[]> {
  const edits: StoredAction[] = [];
  for (const id of await editsOf(sql, action_id)) {
    const edit = await readAction(sql, id);
    if (edit) edits.push(edit);
  }
  return edits;
}

/**
 * Removes an action, and the edits of what it creates, from queue and outbox. `use` runs in the same transaction, so
 * that a crash cannot lose its text. Fails with 'sending' while the server may have one of them, with 'not_found' if it
 * was sent.
 */
async function removeUnsent(
  replica: Replica,
  action_id: string,
  use?: (tx: Transaction, action: StoredAction) => Promise<void>,
): Promise<{ ok: true; action: StoredAction } | Failure> {
  for (const each of [action_id, ...(await editsOf(replica.db, action_id))]) await cancelCopy(replica, each);
  return replica.db.writeTransaction(async (tx) => {
    const action = await readAction(tx, action_id);
    if (!action || action.state === 'sent' || isHidden(action)) return { ok: false, code: 'not_found' };
    const edits = await readEdits(tx, action_id);
    if ([action, ...edits].some(mayBeSent)) return { ok: false, code: 'sending' };
    const removed = [...edits.toReversed(), action];
    for (const each of removed) {
      await removeFromQueue(tx, each.action_id, each.ops);
      await hideDeletion(tx, each);
      await removeAction(tx, each.action_id);
    }
    await use?.(tx, action);
    for (const each of removed)
      if (each.state === 'refused' && !each.is_local) await forgetRejection(tx, each.action_id);
    return { ok: true, action };
  });
}

/** The edits of what an action creates that are not sent either, in their order. Its form has to contain them. */
export async function listEdits(action_id: string): Promise<StoredAction[]> {
  const open = await memberReplica();
  if (!open.ok) return [];
  return (await readEdits(open.replica.db, action_id)).filter(({ discard_at }) => discard_at === null);
}

/** Removes an action and its edits from the outbox to edit it in its composer. Null if it is being sent or was sent. */
export async function takeForEdit(action_id: string): Promise<StoredAction | null> {
  const open = await memberReplica();
  if (!open.ok) return null;
  const removed = await removeUnsent(open.replica, action_id);
  return removed.ok ? removed.action : null;
}

/** Sends an unsent or rejected action with another value in one of its columns, under a new id. */
export async function editAction(action_id: string, column: string, value: string): Promise<{ ok: true } | Failure> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const result = await removeUnsent(open.replica, action_id, async (tx, action) => {
    const ops = action.ops.map((op): CrudOp =>
      op.id === action.entity_id ? { ...op, data: { ...op.data, [column]: value } } : op,
    );
    const input = action.input && { ...action.input, [column]: value };
    await requeueUnderNewId(tx, { ...action, ops, input, label: toLabel(value), bytes: byteLength(value) });
  });
  if (result.ok) open.replica.flush();
  return result.ok ? { ok: true } : result;
}

/**
 * Changes what an unsent or rejected action creates, so that others see only the changed version and it does not count
 * as edited. False if nothing is unsent, if the server may have it, or if other actions depend on it: the edit is then
 * an action of its own.
 */
export async function editUnsent(
  { db }: Pick<Replica, 'db'>,
  { kind, entity_id }: Pick<StoredAction, 'kind' | 'entity_id'>,
  column: string,
  value: string,
): Promise<boolean> {
  const unsent = await db.getOptional<{ id: string }>(
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND state IN ('queued', 'refused')`,
    [kind, entity_id],
  );
  if (!unsent || (await dependentsOf(db, unsent.id)).length > 0) return false;
  return (await editAction(unsent.id, column, value)).ok;
}

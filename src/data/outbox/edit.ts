import type { Transaction } from '@powersync/common';
import type { CrudOp } from '#contract/crud.ts';
import type { Replica } from '../replica/replica.ts';
import { byteLength, isHidden, type StoredAction, toLabel } from './action.ts';
import { readAction, removeAction } from './action-store.ts';
import { forgetRejection, hideDeletion } from './deletions.ts';
import { dependentsOf } from './dependents.ts';
import { cancelCopy } from './queue-copy.ts';
import { requeueUnderNewId } from './replay.ts';
import { type Failure, memberReplica, removeFromQueue } from './write.ts';

/**
 * Removes an action from queue and outbox. `use` runs in the same transaction, so that a crash cannot lose its text.
 * Fails with 'sending' while the server may have it, with 'not_found' if it was sent.
 */
async function removeUnsent(
  replica: Replica,
  action_id: string,
  use?: (tx: Transaction, action: StoredAction) => Promise<void>,
): Promise<{ ok: true; action: StoredAction } | Failure> {
  await cancelCopy(replica, action_id);
  return replica.db.writeTransaction(async (tx) => {
    const action = await readAction(tx, action_id);
    if (!action || action.state === 'sent' || isHidden(action)) return { ok: false, code: 'not_found' };
    const mayHaveArrived = action.state === 'queued' && Boolean(action.uncertain);
    if (action.state === 'sending' || mayHaveArrived) return { ok: false, code: 'sending' };
    await removeFromQueue(tx, action_id, action.ops);
    await hideDeletion(tx, action);
    await removeAction(tx, action_id);
    await use?.(tx, action);
    if (action.state === 'refused' && !action.is_local) await forgetRejection(tx, action_id);
    return { ok: true, action };
  });
}

/** Removes an action from the outbox to edit it in its composer. Null if it is being sent or was sent. */
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

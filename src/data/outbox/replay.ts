import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import { patchShownRow, queueEntry, showRow } from '../replica/powersync-tables.ts';
import { schema } from '../replica/schema.ts';
import type { Action } from './action.ts';
import { removeAction } from './action-store.ts';
import { queueAction } from './write.ts';

/** Writes a stored operation to the replica, which queues it. Columns that this release does not know are left out. */
async function replayOp(tx: Transaction, op: CrudOp, created_at: string, metadata: string): Promise<void> {
  const table = schema.tables.find(({ name }) => name === op.table);
  if (!table) return;
  if (op.op === 'DELETE') {
    // The view would queue nothing for a row that is not in the replica.
    await showRow(tx, table.name, op.id, null);
    return queueEntry(tx, { op: 'DELETE', table: table.name, id: op.id }, metadata);
  }
  const known = new Set(table.columns.map(({ name }) => name));
  const data: Record<string, unknown> = { ...op.data };
  if (op.op === 'PUT' && known.has('created_at')) data['created_at'] ??= created_at;
  const names = Object.keys(data).filter((name) => known.has(name));
  const values = names.map((name) => data[name]);
  if (op.op === 'PUT') {
    const marks = Array.from({ length: names.length + 2 }, () => '?').join(', ');
    await tx.execute(
      `INSERT OR REPLACE INTO ${table.name} (${['id', ...names, '_metadata'].join(', ')}) VALUES (${marks})`,
      [op.id, ...values, metadata],
    );
    return;
  }
  // A write through the view queues nothing if the row is missing here or has these values already.
  await patchShownRow(tx, table.name, op.id, data);
  await queueEntry(tx, { op: 'PATCH', table: table.name, id: op.id, data }, metadata);
}

/** Queues a stored action, under its own id. */
export async function requeue(tx: Transaction, { ops, ...action }: Action): Promise<void> {
  await queueAction(tx, action, async (_, metadata) => {
    for (const op of ops) await replayOp(tx, op, action.created_at, metadata);
  });
}

/**
 * Replaces a stored action by a new one with the same contents: because the server remembers a rejected id permanently.
 */
export async function requeueUnderNewId(tx: Transaction, action: Action): Promise<void> {
  await removeAction(tx, action.action_id);
  await requeue(tx, { ...action, action_id: v7() });
}

import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import type { OutboxKind } from '#contract/outbox.ts';
import type { KeptRow } from './rows.ts';
import { queueDeletion } from './queued-rows.ts';
import { patchShownRow, queueEntry } from '../replica/powersync-tables.ts';
import { schema } from '../replica/schema.ts';
import { queueAction } from './write.ts';

/** Writes a kept operation into the replica again, so that it is queued again. Unknown columns of another release are left out. */
async function replayOp(tx: Transaction, op: CrudOp, created_at: string, metadata: string): Promise<void> {
  const table = schema.tables.find(({ name }) => name === op.table);
  if (!table) return;
  if (op.op === 'DELETE') return queueDeletion(tx, table.name, op.id, metadata);
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
  // By the view a row that is gone here, or has these values already, would queue nothing.
  await patchShownRow(tx, table.name, op.id, data);
  await queueEntry(tx, { op: 'PATCH', table: table.name, id: op.id, data }, metadata);
}

type Kept = Pick<KeptRow, 'kind' | 'entity_id' | 'subject_id' | 'label' | 'about' | 'bytes' | 'created_at' | 'ops'>;

/** Queues kept operations as the action of that id. */
export async function requeue(tx: Transaction, row: Kept, id: string): Promise<void> {
  const action = {
    action_id: id,
    // As it was written; another release may know others.
    kind: row.kind as OutboxKind,
    entity_id: row.entity_id,
    subject_id: row.subject_id,
    label: row.label,
    about: row.about,
    bytes: row.bytes,
    created_at: row.created_at,
  };
  await queueAction(tx, action, async (_, metadata) => {
    for (const op of row.ops) await replayOp(tx, op, row.created_at, metadata);
  });
}

/** Queues what a refused row keeps as a new action in its place: same words, same rows, a new id. */
export async function replayAction(tx: Transaction, row: KeptRow): Promise<void> {
  await tx.execute('DELETE FROM outbox WHERE id = ?', [row.id]);
  await requeue(tx, row, v7());
}

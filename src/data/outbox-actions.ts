import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { takeOutOfQueue } from './queued-rows.ts';
import { schema } from './schema.ts';
import { memberReplica, metadataOf } from './write.ts';

type Result = { ok: true } | { ok: false; code: WriteErrorCode };

interface Row {
  kind: string;
  entity_id: string;
  state: string;
  label: string;
  bytes: number;
  created_at: string;
  payload: string | null;
}

const COLUMNS = 'kind, entity_id, state, label, bytes, created_at, payload';

/** Writes a kept operation into the replica again, so that it is queued again. Unknown columns of another release are left out. */
async function replay(tx: Transaction, op: CrudOp, createdAt: string, metadata: string): Promise<void> {
  const table = schema.tables.find(({ name }) => name === op.table);
  if (!table) return;
  if (op.op === 'DELETE') {
    // The view's delete carries metadata through this pseudo update.
    await tx.execute(`UPDATE ${table.name} SET _deleted = 1, _metadata = ? WHERE id = ?`, [metadata, op.id]);
    return;
  }
  const known = new Set(table.columns.map(({ name }) => name));
  const data: Record<string, unknown> = { ...op.data };
  if (op.op === 'PUT' && known.has('created_at')) data['created_at'] ??= createdAt;
  const names = Object.keys(data).filter((name) => known.has(name));
  const values = names.map((name) => data[name]);
  if (op.op === 'PATCH') {
    const sets = [...names, '_metadata'].map((name) => `${name} = ?`).join(', ');
    await tx.execute(`UPDATE ${table.name} SET ${sets} WHERE id = ?`, [...values, metadata, op.id]);
    return;
  }
  const marks = Array.from({ length: names.length + 2 }, () => '?').join(', ');
  await tx.execute(
    `INSERT OR REPLACE INTO ${table.name} (${['id', ...names, '_metadata'].join(', ')}) VALUES (${marks})`,
    [op.id, ...values, metadata],
  );
}

/** A refused action becomes a new one with the same contents: its old id stays refused on the server for ever. */
export async function retryRefused(id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica } = open;
  const found = await replica.db.writeTransaction(async (tx) => {
    const row = await tx.getOptional<Row>(`SELECT ${COLUMNS} FROM outbox WHERE id = ? AND state = 'refused'`, [id]);
    if (!row?.payload) return false;
    const { kind, entity_id, label, bytes, created_at } = row;
    const action = { tx: v7(), kind, entityId: entity_id, label, bytes, createdAt: created_at };
    for (const op of JSON.parse(row.payload) as CrudOp[]) await replay(tx, op, created_at, metadataOf(action));
    await tx.execute('DELETE FROM outbox WHERE id = ?', [id]);
    await tx.execute(
      `INSERT INTO outbox (id, kind, entity_id, state, label, bytes, created_at, attempts) VALUES (?, ?, ?, 'queued', ?, ?, ?, 0)`,
      [action.tx, kind, entity_id, label, bytes, created_at],
    );
    return true;
  });
  replica.hurry();
  return found ? { ok: true } : { ok: false, code: 'not_found' };
}

/** Code 'sending' while an answer may be on its way: the server may have it already. */
export async function discardAction(id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  return open.replica.db.writeTransaction(async (tx): Promise<Result> => {
    const row = await tx.getOptional<Row>(`SELECT ${COLUMNS} FROM outbox WHERE id = ?`, [id]);
    if (!row || row.state === 'sent') return { ok: false, code: 'not_found' };
    if (row.state === 'sending') return { ok: false, code: 'sending' };
    if (row.state === 'queued') await takeOutOfQueue(tx, id);
    await tx.execute('DELETE FROM outbox WHERE id = ?', [id]);
    return { ok: true };
  });
}

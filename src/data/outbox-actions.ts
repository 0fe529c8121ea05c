import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
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

interface Queued {
  id: number;
  op: string;
  type: string;
  row: string;
}

/** Takes an unsent action out of the queue with the rows it made, as if it had never been; only inserts can be taken back so. */
async function takeBack(tx: Transaction, actionId: string): Promise<boolean> {
  const queued = await tx.getAll<Queued>(
    `SELECT id, data ->> '$.op' AS op, data ->> '$.type' AS type, data ->> '$.id' AS row FROM ps_crud
     WHERE json_extract(data ->> '$.metadata', '$.tx') = ?`,
    [actionId],
  );
  if (queued.some(({ op, type }) => op !== 'PUT' || !schema.tables.some(({ name }) => name === type))) return false;
  for (const { id, type, row } of queued) {
    await tx.execute('DELETE FROM ps_crud WHERE id = ?', [id]);
    // Straight from the table below the view: a delete by the view would be queued and sent.
    await tx.execute(`DELETE FROM ps_data__${type} WHERE id = ?`, [row]);
  }
  return true;
}

/** Code 'sending' while an answer may be on its way: the server may have it already. */
export async function discardAction(id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  return open.replica.db.writeTransaction(async (tx): Promise<Result> => {
    const row = await tx.getOptional<Row>(`SELECT ${COLUMNS} FROM outbox WHERE id = ?`, [id]);
    if (!row || row.state === 'sent') return { ok: false, code: 'not_found' };
    if (row.state === 'sending') return { ok: false, code: 'sending' };
    if (row.state === 'queued' && !(await takeBack(tx, id))) return { ok: false, code: 'invalid_input' };
    await tx.execute('DELETE FROM outbox WHERE id = ?', [id]);
    return { ok: true };
  });
}

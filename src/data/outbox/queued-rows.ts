import type { Transaction } from '@powersync/common';
import type { CrudOp } from '#contract/crud.ts';
import { schema } from '../replica/schema.ts';
import { SERVER_COLUMNS } from '../replica/server-names.ts';

type Reader = Pick<Transaction, 'getAll' | 'getOptional'>;
type Row = Record<string, unknown>;

/** An entry of PowerSync's upload queue (`ps_crud`), still in local names. */
interface Entry {
  /** Rises with every write. */
  id: number;
  op: CrudOp['op'];
  table: string;
  row: string;
  /** JSON of the written columns; null for a DELETE. */
  data: string | null;
}

const ENTRY = `id, data ->> '$.op' AS op, data ->> '$.type' AS "table", data ->> '$.id' AS row, data -> '$.data' AS data`;

const fieldsOf = ({ data }: Entry): Row => (data === null ? {} : (JSON.parse(data) as Row));

/** The newest entry of the queue; 0 when it is empty. */
export async function lastEntry(tx: Reader): Promise<number> {
  const row = await tx.getOptional<{ id: number | null }>('SELECT max(id) AS id FROM ps_crud');
  return row?.id ?? 0;
}

const entriesSince = (tx: Reader, before: number): Promise<Entry[]> =>
  tx.getAll<Entry>(`SELECT ${ENTRY} FROM ps_crud WHERE id > ? ORDER BY id`, [before]);

/** Gives the action's name to entries that carry none: a plain DELETE cannot, and a table may not track metadata. */
export async function nameEntries(tx: Transaction, before: number, metadata: string): Promise<void> {
  await tx.execute(
    `UPDATE ps_crud SET data = json_set(data, '$.metadata', ?) WHERE id > ? AND data ->> '$.metadata' IS NULL`,
    [metadata, before],
  );
}

/** What was queued after that entry, as operations in local names. */
export async function opsSince(tx: Reader, before: number): Promise<CrudOp[]> {
  const entries = await entriesSince(tx, before);
  return entries.map((entry) => {
    const op: CrudOp = { op: entry.op, table: entry.table, id: entry.row };
    return entry.op === 'DELETE' ? op : { ...op, data: fieldsOf(entry) };
  });
}

function apply(row: Row | null, op: CrudOp['op'], data: Row): Row | null {
  if (op === 'DELETE') return null;
  return op === 'PUT' ? data : row && { ...row, ...data };
}

/**
 * A row as it has to look: the server's version (PowerSync keeps it in `ps_oplog`), then what was sent but has not come back,
 * then what is still queued. Null: there is no such row. `without`: entries after this one are left out.
 */
async function rebuiltRow(tx: Reader, table: string, id: string, without = Infinity): Promise<Row | null> {
  const server = await tx.getOptional<{ data: string | null }>(
    'SELECT data FROM ps_oplog WHERE row_type = ? AND row_id = ? ORDER BY op_id DESC LIMIT 1',
    [table, id],
  );
  let row = server?.data ? (JSON.parse(server.data) as Row) : null;
  const sent = await tx.getAll<{ op: CrudOp['op']; data: string | null }>(
    `SELECT o.value ->> '$.op' AS op, o.value -> '$.data' AS data FROM outbox, json_each(outbox.payload) o
     WHERE outbox.state = 'sent' AND o.value ->> '$.table' = ? AND o.value ->> '$.id' = ?
     ORDER BY outbox.created_at, outbox.id, o.key`,
    [table, id],
  );
  const queued = await tx.getAll<Entry>(
    `SELECT ${ENTRY} FROM ps_crud WHERE id <= ? AND data ->> '$.type' = ? AND data ->> '$.id' = ? ORDER BY id`,
    [Number.isFinite(without) ? without : Number.MAX_SAFE_INTEGER, table, id],
  );
  for (const { op, data } of [...sent, ...queued]) row = apply(row, op, data === null ? {} : (JSON.parse(data) as Row));
  return row;
}

/** Shows a row as it is without what was taken out of the queue. By the view this would be queued and sent. */
async function restoreRow(tx: Transaction, name: string, id: string): Promise<void> {
  const table = schema.tables.find((known) => known.name === name);
  // What is only inserted leaves no row behind.
  if (!table || table.insertOnly) return;
  const row = await rebuiltRow(tx, name, id);
  if (row === null) await tx.execute(`DELETE FROM ps_data__${name} WHERE id = ?`, [id]);
  else await tx.execute(`INSERT OR REPLACE INTO ps_data__${name} (id, data) VALUES (?, ?)`, [id, JSON.stringify(row)]);
}

/**
 * Takes an action out of the queue, as if it had never been: its rows show the server's version again. For refused ones too: the
 * verdict comes before the queue is shortened, and what is still in it after a death is sent and refused once more. What has left
 * it stays on screen until the next checkpoint, unless it is told here what it `wrote`.
 */
export async function takeOutOfQueue(tx: Transaction, actionId: string, wrote: readonly CrudOp[] = []): Promise<void> {
  const entries = await entriesOf(tx, actionId);
  for (const { id } of entries) await tx.execute('DELETE FROM ps_crud WHERE id = ?', [id]);
  const places = [
    ...entries.map(({ table, row }) => ({ table, row })),
    ...wrote.map(({ table, id: row }) => ({ table, row })),
  ];
  const rows = new Map(places.map((place) => [`${place.table} ${place.row}`, place]));
  for (const { table, row } of rows.values()) await restoreRow(tx, table, row);
}

/** All of its transaction: a plain DELETE carries no metadata. */
async function entriesOf(tx: Reader, actionId: string): Promise<Entry[]> {
  const first = await tx.getOptional<{ tx_id: number | null; id: number }>(
    `SELECT tx_id, id FROM ps_crud WHERE json_extract(data ->> '$.metadata', '$.tx') = ? LIMIT 1`,
    [actionId],
  );
  if (!first) return [];
  return tx.getAll<Entry>(`SELECT ${ENTRY} FROM ps_crud WHERE id = ? OR tx_id = ? ORDER BY id`, [
    first.id,
    first.tx_id,
  ]);
}

/** Drops what was queued after that entry and changes nothing: the value is what the server has, or will have, anyway. */
export async function removeEffectless(tx: Transaction, before: number): Promise<void> {
  for (const entry of await entriesSince(tx, before)) {
    const row = await rebuiltRow(tx, entry.table, entry.row, before);
    const unsent = SERVER_COLUMNS[entry.table] ?? [];
    const fields = Object.entries(fieldsOf(entry)).filter(([name]) => !unsent.includes(name));
    const isSame =
      entry.op === 'DELETE'
        ? row === null
        : row !== null && fields.every(([name, value]) => sameValue(row[name], value));
    if (isSame) await tx.execute('DELETE FROM ps_crud WHERE id = ?', [entry.id]);
  }
}

const sameValue = (one: unknown, other: unknown): boolean => (one ?? null) === (other ?? null);

/** Deletes a row here and on the server, also one that has not come here: the view would then queue nothing. */
export async function queueDeletion(tx: Transaction, table: string, id: string, metadata: string): Promise<void> {
  await tx.execute(`DELETE FROM ps_data__${table} WHERE id = ?`, [id]);
  await tx.execute(`INSERT INTO powersync_crud (op, id, type, metadata) VALUES ('DELETE', ?, ?, ?)`, [
    id,
    table,
    metadata,
  ]);
}

/**
 * Deletes a row here and queues its deletion as a transaction of its own: what is written beside it stands or falls with it here,
 * but not on the server.
 */
export async function queueDeletionAlone(
  tx: Pick<Transaction, 'execute' | 'getOptional'>,
  table: string,
  id: string,
  metadata: string,
): Promise<void> {
  await tx.execute(`DELETE FROM ps_data__${table} WHERE id = ?`, [id]);
  // PowerSync gives one transaction of SQLite one number from here.
  const number = await tx.getOptional<{ mine: number }>(
    'UPDATE ps_tx SET next_tx = next_tx + 1 WHERE id = 1 RETURNING next_tx - 1 AS mine',
  );
  await tx.execute('INSERT INTO ps_crud (tx_id, data) VALUES (?, ?)', [
    number?.mine,
    JSON.stringify({ op: 'DELETE', id, type: table, metadata }),
  ]);
}

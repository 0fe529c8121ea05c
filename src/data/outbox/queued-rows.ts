import type { Transaction } from '@powersync/common';
import type { CrudOp } from '#contract/crud.ts';
import { serverColumnsOf } from '#contract/sync/client-tables.ts';
import {
  entriesAfter,
  entriesOfAction,
  entriesOfRow,
  type QueueEntry,
  queueEntry,
  queueSeparateDeletion,
  removeEntry,
  serverRow,
  showRow,
} from '../replica/powersync-tables.ts';
import { schema } from '../replica/schema.ts';
import { withCount } from './counts.ts';

type Reader = Pick<Transaction, 'getAll' | 'getOptional'>;
type Row = Record<string, unknown>;

const parse = (data: string | null): Row => (data === null ? {} : (JSON.parse(data) as Row));

/** The operations queued after that entry, in local names. */
export async function opsAfter(tx: Reader, entryId: number): Promise<CrudOp[]> {
  const entries = await entriesAfter(tx, entryId);
  return entries.map(({ op, table, row, data }) =>
    op === 'DELETE' ? { op, table, id: row } : { op, table, id: row, data: parse(data) },
  );
}

function apply(row: Row | null, op: CrudOp['op'], data: Row): Row | null {
  if (op === 'DELETE') return null;
  return op === 'PUT' ? data : row && { ...row, ...data };
}

/**
 * The row to show: the server's version, then sent changes that were not synced yet, then queued changes up to the
 * entry `upTo`. Null: no such row.
 */
async function rebuiltRow(tx: Reader, table: string, id: string, upTo?: number): Promise<Row | null> {
  const server = await serverRow(tx, table, id);
  const sent = await tx.getAll<Pick<QueueEntry, 'op' | 'data'>>(
    `SELECT o.value ->> '$.op' AS op, o.value -> '$.data' AS data FROM outbox, json_each(outbox.ops) o
     WHERE outbox.state = 'sent' AND o.value ->> '$.table' = ? AND o.value ->> '$.id' = ?
     ORDER BY outbox.created_at, outbox.id, o.key`,
    [table, id],
  );
  const queued = await entriesOfRow(tx, table, id, upTo);
  let row = server === null ? null : parse(server);
  for (const { op, data } of [...sent, ...queued]) row = apply(row, op, parse(data));
  return row;
}

/** Shows a row without the changes that were removed from the queue. A write to the view would be queued and sent. */
async function restoreRow(tx: Transaction, name: string, id: string): Promise<void> {
  const table = schema.tables.find((known) => known.name === name);
  // An insert-only table keeps no rows.
  if (!table || table.insertOnly) return;
  const row = await rebuiltRow(tx, name, id);
  await withCount(tx, name, id, () => showRow(tx, name, id, row));
}

/**
 * Removes an action from the queue and shows the server's version of its rows again. Also for rejected actions: their
 * result is stored before they leave the queue, and an entry that a crash left behind would be sent and rejected again.
 * A row whose entry has left the queue stays on screen until the next checkpoint unless it is named in `wrote`.
 */
export async function removeFromQueue(
  tx: Transaction,
  action_id: string,
  wrote: readonly CrudOp[] = [],
): Promise<void> {
  const entries = await entriesOfAction(tx, action_id);
  for (const { id } of entries) await removeEntry(tx, id);
  const places = [
    ...entries.map(({ table, row }) => ({ table, row })),
    ...wrote.map(({ table, id: row }) => ({ table, row })),
  ];
  const rows = new Map(places.map((place) => [`${place.table} ${place.row}`, place]));
  for (const { table, row } of rows.values()) await restoreRow(tx, table, row);
}

/** Removes entries queued after that one that change nothing: the server has the value, or will have it, anyway. */
export async function removeEffectless(tx: Transaction, before: number): Promise<void> {
  for (const entry of await entriesAfter(tx, before)) {
    const row = await rebuiltRow(tx, entry.table, entry.row, before);
    const unsent = serverColumnsOf(entry.table);
    const fields = Object.entries(parse(entry.data)).filter(([name]) => !unsent.includes(name));
    const isSame =
      entry.op === 'DELETE'
        ? row === null
        : row !== null && fields.every(([name, value]) => sameValue(row[name], value));
    if (isSame) await removeEntry(tx, entry.id);
  }
}

const sameValue = (one: unknown, other: unknown): boolean => (one ?? null) === (other ?? null);

/** Deletes a row here and on the server, also one that is not in the replica: the view would then queue nothing. */
export async function queueDeletion(tx: Transaction, table: string, id: string, metadata: string): Promise<void> {
  await showRow(tx, table, id, null);
  await queueEntry(tx, { op: 'DELETE', table, id }, metadata);
}

/** Deletes a row here and queues its deletion as a separate action, so that the server decides about it alone. */
export async function queueDeletionAlone(
  tx: Pick<Transaction, 'execute' | 'getOptional'>,
  table: string,
  id: string,
  metadata: string,
): Promise<void> {
  await withCount(tx, table, id, () => showRow(tx, table, id, null));
  await queueSeparateDeletion(tx, table, id, metadata);
}

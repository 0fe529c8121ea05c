import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import { excessIn } from '#contract/action-limits.ts';
import type { ActionKind } from '#contract/actions.ts';
import type { CrudOp } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { type CLIENT_TABLES, type ClientTableName, serverColumnsOf, toServerOp } from '#contract/sync/client-tables.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';
import { makeRoom } from '../device/image-cache.ts';
import { requestPersistence } from '../device/persistent-storage.ts';
import { checkStorage } from '../device/storage-check.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import {
  addMetadata,
  entriesAfter,
  entriesOfAction,
  entriesOfRow,
  lastEntryId,
  type QueueEntry,
  removeEntry,
  serverRow,
  showRow,
} from '../replica/powersync-tables.ts';
import { openedReplica, type Replica, replicaStore } from '../replica/replica.ts';
import { schema } from '../replica/schema.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { type Action, byteLength, toLabel } from './action.ts';
import { metadataOf, removeAction, storeAction } from './action-store.ts';
import { withCount, withCountOf } from './counts.ts';

interface Options {
  /**
   * For values of which only the last counts (votes, likes, profile): an unsent action of the same kind and entity is
   * cancelled first, so that ten taps are one call, and taps that cancel out send nothing.
   */
  replaces?: boolean;
  /** It was sent before, and no answer came: it can no longer be cancelled. */
  mayHaveArrived?: boolean;
}

/** What a mutation does, before ids and times are assigned. */
export interface NewAction extends Options {
  kind: ActionKind;
  entity_id: string;
  /** The post of a comment or vote, the other member of a message. */
  subject_id?: string | null;
  /** The whole text; its first words become the label. For votes and likes a code: 'up', 'on' … */
  text?: string;
  /** A better label than the first words of `text`. */
  label?: string;
  /** The name of its subject: a post's title, '@bob'. */
  about?: string | null;
  /** What its form had, if its kind can be edited. */
  input?: Action['input'];
  /** Writes the rows; `metadata` goes to `_metadata`, `now` is the time of the action. */
  write: Write;
}

export interface Failure {
  ok: false;
  code: WriteErrorCode;
}

/** The open replica of the member who is logged in at the call, or the reason why there is none. */
export async function memberReplica(
  account = accountOf(sessionStore.get()),
): Promise<{ ok: true; replica: Replica; userId: string } | Failure> {
  const replica = await openedReplica(account);
  if (accountOf(sessionStore.get()) !== account) return { ok: false, code: 'signed_out' };
  if (!replica) {
    return { ok: false, code: syncState.get().trouble === 'full' ? 'storage_full' : 'storage_unavailable' };
  }
  if (replica.session.kind !== 'member') return { ok: false, code: 'signed_out' };
  return { ok: true, replica, userId: replica.session.userId };
}

export type Write = (tx: Transaction, metadata: string, now: string) => Promise<unknown>;

/**
 * One action of the member = one local transaction: the rows and the outbox row are committed together, and the queue
 * sends them as one. Returns the entity of an action that already exists (same `action_id`) without writing again.
 */
export async function commitAction(
  { db }: Pick<Replica, 'db'>,
  { write, text = '', label = text, subject_id = null, about = null, input = null, ...rest }: NewAction,
  action_id = v7(),
): Promise<{ ok: true; id: string } | Failure> {
  const texts = { label: toLabel(label), bytes: byteLength(text), subject_id, about, input };
  const action = { ...rest, ...texts, action_id, created_at: new Date().toISOString() };
  const attempt = () =>
    db.writeTransaction(async (tx) => {
      const existing = await tx.getOptional<{ entity_id: string }>('SELECT entity_id FROM outbox WHERE id = ?', [
        action_id,
      ]);
      if (existing) return existing.entity_id;
      if (action.replaces) await cancelReplaced(tx, action);
      await queueAction(tx, action, write);
      return action.entity_id;
    });
  try {
    const id = await attempt().catch(async (error) => {
      // The member's writes take priority over cached pictures.
      if (isQuotaError(error) && (await makeRoom())) return attempt();
      throw error;
    });
    void requestPersistence();
    if (syncState.get().trouble === 'full') updateSyncState({ trouble: null });
    // Storage that refused something may have recovered too.
    if (syncState.get().fleeting) void checkStorage();
    return { ok: true, id };
  } catch (error) {
    return storageFailure(error);
  }
}

/** A mistake of the program, which storage never reports. A database that is being closed can cause one, too. */
const isDefect = (error: unknown): boolean =>
  replicaStore.get() !== null &&
  [TypeError, RangeError, ReferenceError, SyntaxError].some((kind) => error instanceof kind);

/** The database could not be read or written. Throws what is no failure of storage. */
export function storageFailure(error: unknown): Failure {
  if (isDefect(error)) throw error;
  noteStorageTrouble(error);
  return { ok: false, code: isQuotaError(error) ? 'storage_full' : 'storage_unavailable' };
}

async function cancelReplaced(tx: Transaction, { kind, entity_id }: Pick<Action, 'kind' | 'entity_id'>): Promise<void> {
  const rows = await tx.getAll<{ id: string }>(
    // One that a log-out has kept may have arrived, without an attempt here.
    `SELECT id FROM outbox
     WHERE kind = ? AND entity_id = ? AND state = 'queued' AND attempts = 0 AND coalesce(uncertain, 0) = 0`,
    [kind, entity_id],
  );
  for (const { id } of rows) {
    await removeFromQueue(tx, id);
    await removeAction(tx, id);
  }
}

/** Runs `write` and stores what it queued in the outbox. An action that changed nothing is not stored. */
export async function queueAction(tx: Transaction, action: Omit<Action, 'ops'> & Options, write: Write): Promise<void> {
  const before = await lastEntryId(tx);
  await withCountOf(tx, action, () => write(tx, metadataOf(action), action.created_at));
  await addMetadata(tx, before, metadataOf(action));
  if (action.replaces) await removeEffectless(tx, before);
  const ops = await opsAfter(tx, before);
  const excess = excessIn(ops.map(toServerOp));
  // The server would refuse it.
  if (excess) throw new RangeError(`An action has too many operations: ${excess}.`);
  const attempts = action.mayHaveArrived ? 1 : 0;
  if (ops.length > 0) await storeAction(tx, { ...action, ops }, { attempts, uncertain: attempts });
}

/** The columns of a table that a local write may name. */
type Columns<T extends ClientTableName> = Partial<
  Record<keyof (typeof CLIENT_TABLES)[T]['columns'], string | number | null | undefined>
> & { id?: string; _metadata: string };
/** No other columns, also where they are spread. */
type Only<T extends ClientTableName, Row> = string extends keyof Row
  ? unknown
  : Record<Exclude<keyof Row, keyof Columns<T>>, never>;

/** Inserts a row by its columns. */
export const insertRow = <T extends ClientTableName, Row extends Columns<T> & { id: string }>(
  tx: Transaction,
  table: T,
  row: Row & Only<T, Row>,
): Promise<unknown> =>
  tx.execute(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
    Object.values(row),
  );

/** Updates columns of a row by its id. */
export const updateRow = <T extends ClientTableName, Row extends Columns<T>>(
  tx: Transaction,
  table: T,
  id: string,
  columns: Row & Only<T, Row>,
): Promise<unknown> =>
  tx.execute(
    `UPDATE ${table} SET ${Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join(', ')} WHERE id = ?`,
    [...Object.values(columns), id],
  );

type Reader = Pick<Transaction, 'getAll' | 'getOptional'>;
type Row = Record<string, unknown>;

const parse = (data: string | null): Row => (data === null ? {} : (JSON.parse(data) as Row));

/** The operations queued after that entry, in local names. */
async function opsAfter(tx: Reader, entryId: number): Promise<CrudOp[]> {
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
  const places = [...entries.map(({ table, row }) => ({ table, id: row })), ...wrote];
  const rows = new Map(places.map(({ table, id }) => [`${table} ${id}`, { table, id }]));
  for (const { table, id } of rows.values()) await restoreRow(tx, table, id);
}

/** Removes entries queued after that one that change nothing: the server has the value, or will have it, anyway. */
async function removeEffectless(tx: Transaction, before: number): Promise<void> {
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

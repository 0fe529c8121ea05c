import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import { excessIn } from '#contract/action-limits.ts';
import type { ActionKind } from '#contract/actions.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { type CLIENT_TABLES, type ClientTableName, toServerOp } from '#contract/sync/client-tables.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';
import { makeRoom } from '../device/image-cache.ts';
import { requestPersistence } from '../device/persistent-storage.ts';
import { checkStorage } from '../device/storage-check.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { addMetadata, lastEntryId } from '../replica/powersync-tables.ts';
import { openedReplica, type Replica, replicaStore } from '../replica/replica.ts';
import { type Action, byteLength, toLabel } from './action.ts';
import { metadataOf, removeAction, storeAction } from './action-store.ts';
import { withCountOf } from './counts.ts';
import { opsAfter, removeEffectless, removeFromQueue } from './queued-rows.ts';

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

/** The logged-in member's open replica, or the reason why there is none. */
export async function memberReplica(): Promise<{ ok: true; replica: Replica; userId: string } | Failure> {
  const replica = await openedReplica();
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
    `SELECT id FROM outbox WHERE kind = ? AND entity_id = ? AND state = 'queued' AND attempts = 0`,
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

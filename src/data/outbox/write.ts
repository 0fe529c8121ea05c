import type { Transaction } from '@powersync/common';
import { excessIn } from '#contract/action-limits.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { toServerOp } from '#contract/sync/client-tables.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';
import { makeRoom } from '../device/image-cache.ts';
import { requestPersistence } from '../device/persistent-storage.ts';
import { checkStorage } from '../device/storage-check.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { noteStorageTrouble } from '../device/storage-trouble.ts';
import { addMetadata, lastEntryId } from '../replica/powersync-tables.ts';
import { openedReplica, type Replica, replicaStore } from '../replica/replica.ts';
import type { Action } from './action.ts';
import { metadataOf, removeAction, storeAction } from './action-store.ts';
import { withCountOf } from './counts.ts';
import { opsAfter, removeEffectless, removeFromQueue } from './queued-rows.ts';

/** An action before its operations are written. */
export type NewAction = Omit<Action, 'ops'> & {
  /**
   * For values of which only the last counts (votes, likes, profile): an unsent action of the same kind and entity is
   * cancelled first, so that ten taps are one call, and taps that cancel out send nothing.
   */
  replaces?: boolean;
  /** It was sent before, and no answer came. */
  mayHaveArrived?: boolean;
};

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
  action: NewAction,
  write: Write,
): Promise<{ ok: true; entity_id: string } | Failure> {
  const attempt = () =>
    db.writeTransaction(async (tx) => {
      const existing = await tx.getOptional<{ entity_id: string }>('SELECT entity_id FROM outbox WHERE id = ?', [
        action.action_id,
      ]);
      if (existing) return existing.entity_id;
      if (action.replaces) await cancelReplaced(tx, action);
      await queueAction(tx, action, write);
      return action.entity_id;
    });
  try {
    const entity_id = await attempt().catch(async (error) => {
      // The member's writes take priority over cached pictures.
      if (isQuotaError(error) && (await makeRoom())) return attempt();
      throw error;
    });
    void requestPersistence();
    if (syncState.get().trouble === 'full') updateSyncState({ trouble: null });
    // Storage that refused something may have recovered too.
    if (syncState.get().fleeting) void checkStorage();
    return { ok: true, entity_id };
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

async function cancelReplaced(tx: Transaction, { kind, entity_id }: NewAction): Promise<void> {
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
export async function queueAction(tx: Transaction, action: NewAction, write: Write): Promise<void> {
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

/** Inserts a row by its columns. */
export const insertRow = (tx: Transaction, table: string, row: object): Promise<unknown> =>
  tx.execute(
    `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${Object.keys(row)
      .map(() => '?')
      .join(', ')})`,
    Object.values(row),
  );

/** Updates columns of a row by its id. */
export const updateRow = (tx: Transaction, table: string, id: string, columns: object): Promise<unknown> =>
  tx.execute(
    `UPDATE ${table} SET ${Object.keys(columns)
      .map((name) => `${name} = ?`)
      .join(', ')} WHERE id = ?`,
    [...Object.values(columns), id],
  );

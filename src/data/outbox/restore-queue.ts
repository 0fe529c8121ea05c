import type { CommonPowerSyncDatabase, Transaction } from '@powersync/common';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import { isInMemory } from '../replica/database-files.ts';
import { QUEUED_ACTIONS_SQL } from '../replica/powersync-tables.ts';
import type { Replica } from '../replica/replica.ts';
import type { Action, StoredAction } from './action.ts';
import { ACTION_COLUMNS, decodeAction, storeAction } from './action-store.ts';
import { completeDueDiscards } from './discard.ts';
import { changeCopy, type CopiedAction, dropCopy, readCopy, removeFromCopy } from './queue-copy-store.ts';
import { requeue } from './replay.ts';
import { markRefused } from './results.ts';

type Device = Pick<Replica, 'account' | 'db'>;

/** PowerSync's id of a database file: a new file has a new one. */
const fileKey = (account: string) => `database-id:${account}`;

/** Instead of an id: the last database was in memory. */
const IN_MEMORY = 'memory';

/**
 * Whether this is another file than the last known one. 'lost': the browser cleared that, or it was damaged and
 * rebuilt. 'memory': it was never stored.
 */
export async function isReplaced(db: CommonPowerSyncDatabase, account: string): Promise<'lost' | 'memory' | false> {
  const before = await readKey<string>(fileKey(account)).catch(() => undefined);
  if (before === IN_MEMORY) return 'memory';
  return before !== undefined && before !== (await db.getClientId()) && 'lost';
}

/**
 * Queues in an open database what a log-out has kept and, if the last file is gone, its unsent actions: with the same
 * contents and ids, so that the server recognises those that it has.
 */
export async function restoreQueue({ account, db }: Device, isLost: boolean): Promise<void> {
  const copied = await readUnsent(account).catch(() => []);
  const wanted = copied.filter(({ version, kept }) => version <= QUEUE_VERSION && (kept || isLost));
  for (const { attempted, sent, kept, ...action } of wanted) {
    const { action_id } = action;
    const restore = async (tx: Transaction, isReadable: boolean) => {
      if (await tx.getOptional('SELECT 1 FROM outbox WHERE id = ?', [action_id])) return;
      if (!isReadable) await storeAction(tx, action, { state: 'refused' });
      else if (kept?.state === 'refused') await storeAction(tx, action, kept);
      else await requeueWhole(tx, action);
      const { last_error = null, blocked_by = null, is_local = null, uncertain = null, waits_for = null } = kept ?? {};
      await tx.execute(
        'UPDATE outbox SET last_error = ?, blocked_by = ?, is_local = ?, uncertain = ?, waits_for = ? WHERE id = ?',
        [last_error, blocked_by, is_local, attempted || sent ? 1 : uncertain, waits_for, action_id],
      );
      const { input: _, ...written } = action;
      if (!isReadable) await markRefused(tx, written, { message: '', isLocal: true });
    };
    await db
      .writeTransaction((tx) => restore(tx, true))
      .catch(async (error: unknown) => {
        if (isQuotaError(error)) throw error;
        console.debug('An action could not be queued again.', error);
        // One action must not close the database to all others: it is shown with its text.
        await db.writeTransaction((tx) => restore(tx, false));
      });
  }
  const ids = wanted.filter(({ kept }) => kept).map(({ action_id }) => action_id);
  if (ids.length > 0) await removeFromCopy(account, ids);
}

/** Throws if this release would send less of it. */
async function requeueWhole(tx: Transaction, action: Action): Promise<void> {
  await requeue(tx, action);
  const isStored = await tx.getOptional('SELECT 1 FROM outbox WHERE id = ?', [action.action_id]);
  if (!isStored && action.ops.length > 0) throw new RangeError('None of its tables is known.');
}

/** What is queued, in the order of the queue, and then what was refused. */
const UNSENT_SQL = `WITH queue AS MATERIALIZED (${QUEUED_ACTIONS_SQL})
  SELECT ${ACTION_COLUMNS}, waits_for FROM outbox LEFT JOIN queue ON queue.action_id = id
  WHERE state = 'refused' OR (state <> 'sent' AND position IS NOT NULL)
  ORDER BY position IS NULL, position, created_at`;

/**
 * Keeps the unsent actions of an open database, with their texts, until the member's next log-in on this device, so
 * that the database can be deleted. Rejects if there is no room: then that must stay.
 */
export async function storeQueue({ account, db }: Device): Promise<true> {
  // A discard that can still be undone is completed: nobody sees its toast any more.
  await db.execute('UPDATE outbox SET discard_at = 0 WHERE discard_at IS NOT NULL');
  await completeDueDiscards({ account, db });
  const rows = await db.getAll<{ waits_for: number | null }>(UNSENT_SQL);
  await keep(
    account,
    rows.map((row) => ({ ...decodeAction(row), version: QUEUE_VERSION })),
  );
  return true;
}

type Unsent = StoredAction & { waits_for: number | null; version: number };

async function keep(account: string, unsent: readonly Unsent[]): Promise<void> {
  await changeCopy(account, (copied) =>
    unsent.map((action, position): CopiedAction => {
      const { state, attempts, last_error, blocked_by, uncertain, is_local, waits_for, ...rest } = action;
      const { sent_at: _, discard_at: __, ...written } = rest;
      const kept = { state, attempts, last_error, blocked_by, uncertain, is_local, waits_for };
      return { ...copied.find(({ action_id }) => action_id === action.action_id), ...written, account, position, kept };
    }),
  );
}

/** Former releases kept the actions of a log-out under this key. */
const formerKey = (account: string) => `kept-queue:${account}`;

/** The actions outside of the database: for when it is closed, lost, or cannot be read. */
export async function readUnsent(account: string): Promise<CopiedAction[]> {
  const former = await readKey<Unsent[]>(formerKey(account)).catch(() => undefined);
  if (former) {
    // Those did not store what the form had.
    await keep(
      account,
      former.map((action) => ({ ...action, input: null })),
    );
    await removeKey(formerKey(account));
  }
  return readCopy(account);
}

/** Deletes all of them. */
export async function dropUnsent(account: string): Promise<void> {
  await removeKey(formerKey(account));
  await dropCopy(account).catch(() => {});
}

/** Remembers this file as the one that the copy belongs to. */
export async function rememberFile(db: CommonPowerSyncDatabase, account: string): Promise<void> {
  await writeKey(fileKey(account), isInMemory(db.database.name) ? IN_MEMORY : await db.getClientId());
}

/** After a wipe, a new file is expected. */
export const forgetFile = (account: string): Promise<void> => removeKey(fileKey(account));

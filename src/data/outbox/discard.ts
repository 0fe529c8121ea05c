import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import type { CrudOp } from '#contract/crud.ts';
import { traitsOf } from '#contract/actions.ts';
import { UNDO_KIND } from '#contract/outbox.ts';
import type { Replica } from '../replica/replica.ts';
import { readKey } from '../device/kv.ts';
import { mediaKey } from '../media/media-key.ts';
import { isHidden, type StoredAction } from './action.ts';
import { metadataOf, readAction, removeAction, type Sql, storeAction } from './action-store.ts';
import { forgetRejection, hideDeletion, queueDeletionAlone } from './deletions.ts';
import { dependentsOf, editsOf } from './dependents.ts';
import { cancelCopy } from './queue-copy.ts';
import { type Failure, memberReplica, removeFromQueue } from './write.ts';

type Result = { ok: true } | Failure;
/** Actions to discard with it: all its dependents, only the edits of the same post or comment, or none. */
type Included = 'dependents' | 'edits' | 'nothing';

/** The reason why an action cannot be discarded, or null. */
function discardError(action: StoredAction | null): Failure['code'] | null {
  if (!action || action.state === 'sent' || isHidden(action)) return 'not_found';
  if (action.state === 'sending') return 'sending';
  const mayHaveArrived = action.state === 'queued' && Boolean(action.uncertain);
  return mayHaveArrived && !(traitsOf(action.kind).deletedBy && action.ops[0]?.op === 'PUT') ? 'sending' : null;
}

const discardedWith = (tx: Sql, action_id: string, also: Included): Promise<string[]> =>
  also === 'nothing' ? Promise.resolve([]) : (also === 'edits' ? editsOf : dependentsOf)(tx, action_id);

/** Ids of the actions that depend on this one, in the order they were written. */
export async function listDependents(action_id: string): Promise<string[]> {
  const open = await memberReplica();
  return open.ok ? open.replica.db.readTransaction((tx) => dependentsOf(tx, action_id)) : [];
}

type Device = Pick<Replica, 'account' | 'db'>;

/**
 * Discards an action: a rejected one here and on the server, an unsent one completely. One that the server may have is
 * sent, followed by its deletion. Fails with 'sending' if that is impossible, with 'not_found' if it was sent.
 */
export async function discardAction(action_id: string, also: Included = 'nothing'): Promise<Result> {
  const open = await memberReplica();
  return open.ok ? discardOn(open.replica, action_id, also) : open;
}

async function discardOn(
  device: Device,
  action_id: string,
  also: Included,
  isWanted: (action: StoredAction) => boolean = () => true,
): Promise<Result> {
  const listOthers = (tx: Sql) => discardedWith(tx, action_id, also);
  for (const each of [action_id, ...(await device.db.readTransaction(listOthers))]) await cancelCopy(device, each);
  const released: string[] = [];
  // In one transaction, with actions created since: a dependent that a crash left behind would be sent and rejected.
  const result = await device.db.writeTransaction(async (tx): Promise<Result> => {
    released.length = 0;
    const action = await readAction(tx, action_id);
    if (action && !isWanted(action)) return { ok: false, code: 'not_found' };
    const others = await listOthers(tx);
    const result = await discardOne(tx, action);
    if (!result.ok) return result;
    released.push(...rowsOf(action));
    for (const other of others) {
      const dependent = await readAction(tx, other);
      const discarded = await discardOne(tx, dependent);
      if (discarded.ok) released.push(...rowsOf(dependent));
      // It is being sent to a server that never had its parent, so its rejection need not be shown.
      if (!discarded.ok && discarded.code === 'sending') await tx.execute(HIDE_ORPHAN, [UNDO_KIND, other, action_id]);
    }
    return result;
  });
  await releaseFiles(device.account, released);
  return result;
}

/** Tables whose rows have files that wait on this device. */
const WITH_FILES = new Set(['posts', 'post_images', 'comments']);

const rowsOf = (action: StoredAction | null): string[] =>
  (action?.ops ?? []).flatMap(({ op, table, id }) => (op === 'PUT' && WITH_FILES.has(table) ? [id] : []));

/** Deletes the bytes of files that no row will name. A failure leaves them to the member, in the outbox. */
async function releaseFiles(account: string, rows: readonly string[]): Promise<void> {
  if (rows.length === 0 || (await readKey(mediaKey(account)).catch(() => false)) !== true) return;
  const { releaseFilesOf } = await import('../media/hold.ts');
  await releaseFilesOf(account, rows).catch((error) => console.debug('Files were not deleted.', error));
}

/** Not if the parent may have arrived, because then it is still stored, with its deletion. */
const HIDE_ORPHAN = `UPDATE outbox SET kind = ?1 WHERE id = ?2 AND state IN ('queued', 'sending')
  AND NOT EXISTS (SELECT 1 FROM outbox parent WHERE parent.id = ?3)`;

async function discardOne(tx: Transaction, action: StoredAction | null): Promise<Result> {
  const code = discardError(action);
  if (code || !action) return { ok: false, code: code ?? 'not_found' };
  const { action_id, state, uncertain, is_local, ops } = action;
  if (state === 'queued' && uncertain) return sendWithDeletion(tx, action);
  await removeFromQueue(tx, action_id, ops);
  await hideDeletion(tx, action);
  await tx.execute('UPDATE outbox SET blocked_by = NULL WHERE blocked_by = ?', [action_id]);
  await removeAction(tx, action_id);
  if (state === 'refused' && !is_local) await forgetRejection(tx, action_id);
  return { ok: true };
}

/** For an action that the server may have: it is sent with its id and then deleted, both hidden. */
async function sendWithDeletion(tx: Transaction, action: StoredAction): Promise<Result> {
  await tx.execute('UPDATE outbox SET kind = ?, discard_at = NULL WHERE id = ?', [UNDO_KIND, action.action_id]);
  // The member's own deletion deletes it, and is hidden from now on.
  if (await hideDeletion(tx, action)) return { ok: true };
  const { table, id } = action.ops[0] as CrudOp;
  const name = { action_id: v7(), created_at: new Date().toISOString(), kind: UNDO_KIND, label: '' };
  // As a separate action, because a post and its comments may be discarded in one local transaction.
  await queueDeletionAlone(tx, table, id, metadataOf(name));
  await storeAction(tx, {
    ...name,
    entity_id: id,
    subject_id: null,
    about: null,
    bytes: 0,
    input: null,
    ops: [{ op: 'DELETE', table, id }],
  });
  return { ok: true };
}

/** Maximum time to undo a discard. Usually its toast closes sooner. */
export const UNDO_LIMIT_MS = 30_000;

/** Hides an action and its dependents until the discard is completed, undone or due. */
export async function hideForDiscard(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica } = open;
  const family = [action_id, ...(await listDependents(action_id))];
  for (const each of family) await cancelCopy(replica, each);
  return replica.db.writeTransaction(async (tx): Promise<Result> => {
    const code = discardError(await readAction(tx, action_id));
    if (code) return { ok: false, code };
    await tx.execute(
      `UPDATE outbox SET discard_at = ? WHERE state IN ('queued', 'refused') AND id IN (SELECT value FROM json_each(?))`,
      [Date.now() + UNDO_LIMIT_MS, JSON.stringify(family)],
    );
    return { ok: true };
  });
}

/** Shows a hidden action and its dependents again. Code 'not_found': the discard is completed. */
export async function undoDiscard(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const result = await open.replica.db.writeTransaction(async (tx): Promise<Result> => {
    const action = await readAction(tx, action_id);
    if (action?.discard_at == null) return { ok: false, code: 'not_found' };
    const family = [action_id, ...(await dependentsOf(tx, action_id))];
    await tx.execute('UPDATE outbox SET discard_at = NULL WHERE id IN (SELECT value FROM json_each(?))', [
      JSON.stringify(family),
    ]);
    return { ok: true };
  });
  open.replica.flush();
  return result;
}

/** Discards a hidden action when its toast has closed. */
export async function completeDiscard(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const result = await discardOn(open.replica, action_id, 'dependents', ({ discard_at }) => discard_at !== null);
  // The uploader may be waiting for this.
  open.replica.flush();
  return result;
}

/** Discards everything that is due, also of a page that was closed before its toast. */
export async function completeDueDiscards(device: Device): Promise<void> {
  const due = await device.db.getAll<{ id: string }>(
    // A deadline later than the maximum was set while the clock was wrong.
    'SELECT id FROM outbox WHERE discard_at NOT BETWEEN ?1 + 1 AND ?1 + ?2 ORDER BY created_at, id',
    [Date.now(), UNDO_LIMIT_MS],
  );
  for (const { id } of due) {
    const result = await discardOn(device, id, 'dependents', ({ discard_at }) => discard_at !== null);
    // It can no longer be discarded, so it is shown again. A dependent was removed with its parent.
    if (!result.ok) await device.db.execute('UPDATE outbox SET discard_at = NULL WHERE id = ?', [id]);
  }
}

/** When the hidden actions are due, by id. */
export async function pendingDiscards(sql: Pick<Sql, 'getAll'>): Promise<Map<string, number>> {
  const rows = await sql.getAll<{ id: string; discard_at: number }>(
    'SELECT id, discard_at FROM outbox WHERE discard_at IS NOT NULL',
  );
  return new Map(rows.map(({ id, discard_at }) => [id, discard_at]));
}

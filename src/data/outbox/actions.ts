import type { Transaction } from '@powersync/common';
import { v7 } from 'uuid';
import { type CrudOp, QUEUE_VERSION } from '#contract/crud.ts';
import type { WriteErrorCode } from '#contract/errors.ts';
import { HIDDEN_KINDS, UNDO_KIND } from '#contract/outbox.ts';
import { withdraw } from './queue-copy-store.ts';
import { changesOfAction, childrenOfAction, refusedRoots } from './family.ts';
import { type KeptRow, readRow } from './rows.ts';
import { queueDeletionAlone, takeOutOfQueue } from './queued-rows.ts';
import { replayAction } from './replay.ts';
import type { Replica } from '../replica/replica.ts';
import { awaitsDeletion, hideDeletion } from './moot.ts';
import { memberReplica, metadataOf } from './write.ts';

type Result = { ok: true } | { ok: false; code: WriteErrorCode };
type Db = Replica['db'];

/** What the member does not see is not theirs to take back: half of an undoing would leave the other half alone. */
const isHidden = ({ kind }: Pick<KeptRow, 'kind'>): boolean => HIDDEN_KINDS.includes(kind);

/** Ids of what cannot stand without this action (comments on a post …), in the order they were written. */
export async function childrenOf(id: string): Promise<string[]> {
  const open = await memberReplica();
  return open.ok ? open.replica.db.readTransaction((tx) => childrenOfAction(tx, id)) : [];
}

/** One refused action becomes a new one with the same contents: its old id stays refused on the server for ever. */
async function replayOne(db: Db, id: string, states: readonly string[] = ['refused']): Promise<boolean> {
  const row = await db.writeTransaction(async (tx) => {
    const found = await readRow(tx, id);
    if (!found || !states.includes(found.state) || !found.payload || isHidden(found)) return null;
    // It would be made again behind its own deletion.
    if (await awaitsDeletion(tx, found)) return null;
    await takeOutOfQueue(tx, id);
    await replayAction(tx, found);
    // Of one whose answer was lost the server may keep a refusal too.
    if (found.state === 'refused' || found.uncertain) await forgetRefusal(tx, found);
    return found;
  });
  return row !== null;
}

/** Alone: the server may have dropped the refusal already, and would then refuse all that comes with this. */
async function forgetRefusal(tx: Transaction, { id, is_local }: KeptRow): Promise<void> {
  if (!is_local) await queueDeletionAlone(tx, 'write_rejections', id, metadataOf(nameOf()));
}

const nameOf = () => ({ action_id: v7(), created_at: new Date().toISOString() });

/** The refused action that must go first: its parent's parent … or itself. */
async function rootOf(db: Db, id: string): Promise<string> {
  const seen = new Set<string>();
  for (let current = id; !seen.has(current);) {
    seen.add(current);
    const parent = await db.getOptional<{ id: string }>(
      `SELECT p.id FROM outbox c JOIN outbox p ON p.id = c.blocked_by WHERE c.id = ? AND p.state = 'refused'`,
      [current],
    );
    if (!parent) return current;
    current = parent.id;
  }
  return id;
}

/** Of what hangs on a refused action: what still waits would go before that, and be refused for want of it. */
const BEHIND: readonly string[] = ['refused', 'queued'];

async function replayFamily(replica: Replica, id: string): Promise<boolean> {
  const { db } = replica;
  const root = await rootOf(db, id);
  // Before the parent's row goes: the children are found by it.
  const children = await db.readTransaction((tx) => childrenOfAction(tx, root, BEHIND));
  if (!(await replayOne(db, root))) return false;
  // One after the other, each its own transaction and so its own action.
  for (const child of children) {
    await withdrawCopy(replica, child);
    await replayOne(db, child, BEHIND);
  }
  return true;
}

/**
 * Sends a refused action again, and after it, in order, those it held. Of a held one the action that holds it goes first. Code
 * 'not_found': it is not refused any more.
 */
export async function retryRefused(id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const found = await replayFamily(open.replica, id);
  open.replica.hurry({ insist: true });
  return found ? { ok: true } : { ok: false, code: 'not_found' };
}

/** Sends everything now: what waits, and every refused action again. */
export async function retryAll(): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica } = open;
  for (const root of await refusedRoots(replica.db)) await replayFamily(replica, root);
  replica.hurry({ insist: true });
  return { ok: true };
}

/** Queues again what an older release could not read and had put aside, now that this one can. */
export async function releaseSetAside(db: Db): Promise<void> {
  const rows = await db.getAll<{ id: string }>(
    `SELECT id FROM outbox WHERE state = 'refused' AND waits_for <= ? ORDER BY created_at, id`,
    [QUEUE_VERSION],
  );
  for (const { id } of rows) await replayOne(db, id);
}

/**
 * Forgets an action: a refused one here and on the server; an unsent one as if it had never been, its rows show the server's
 * version again. `children`: also what cannot stand without it, or of that only the changes to the same thing. `deletions` takes,
 * for each that the server may have, the action that deletes it there. Code 'sending' while the server may have it and it cannot be
 * unmade; 'not_found' when it was sent.
 */
export async function discardAction(
  id: string,
  { children = false, deletions = new Map() }: { children?: boolean | 'changes'; deletions?: Map<string, string> } = {},
): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { db } = open.replica;
  const find = children === 'changes' ? changesOfAction : childrenOfAction;
  const others = (tx: Transaction) => (children ? find(tx, id) : Promise.resolve([]));
  for (const each of [id, ...(await db.readTransaction(others))]) await withdrawCopy(open.replica, each);
  // All at once, with what was written since: a child left behind, by a death say, would be sent and refused.
  return db.writeTransaction(async (tx) => {
    const held = await others(tx);
    const result = await discardOne(tx, id, deletions);
    if (!result.ok) return result;
    for (const child of held) {
      const gone = await discardOne(tx, child, deletions);
      // On its way, but to a server that never had what it hangs on: its refusal is nothing to show.
      if (!gone.ok && gone.code === 'sending') await tx.execute(HIDE_ORPHAN, [UNDO_KIND, child, id]);
    }
    return result;
  });
}

/** Not where the parent may have arrived: then it is still here, to be deleted behind itself. */
const HIDE_ORPHAN = `UPDATE outbox SET kind = ?1 WHERE id = ?2 AND state IN ('queued', 'sending')
  AND NOT EXISTS (SELECT 1 FROM outbox parent WHERE parent.id = ?3)`;

/**
 * Takes the worker's copy away before the action is taken back. When the worker has sent it already, the action counts as one that
 * may have arrived.
 */
async function withdrawCopy({ account, db }: Replica, id: string): Promise<void> {
  // Where there is no IndexedDB there is no copy.
  if (await withdraw(account, id).catch(() => true)) return;
  await db.execute(`UPDATE outbox SET uncertain = max(1, coalesce(uncertain, 0)) WHERE id = ? AND state = 'queued'`, [
    id,
  ]);
}

async function discardOne(tx: Transaction, id: string, deletions: Map<string, string>): Promise<Result> {
  const found = await readRow(tx, id);
  if (!found || found.state === 'sent' || isHidden(found)) return { ok: false, code: 'not_found' };
  const mayHaveArrived = found.state === 'queued' && Boolean(found.uncertain);
  if (found.state === 'sending') return { ok: false, code: 'sending' };
  if (mayHaveArrived) return (await undo(tx, found, deletions)) ? { ok: true } : { ok: false, code: 'sending' };
  await takeOutOfQueue(tx, id, found.ops);
  await hideDeletion(tx, found);
  await tx.execute('UPDATE outbox SET blocked_by = NULL WHERE blocked_by = ?', [id]);
  await tx.execute('DELETE FROM outbox WHERE id = ?', [id]);
  if (found.state === 'refused') await forgetRefusal(tx, found);
  return { ok: true };
}

/** What can be deleted again once it was made. */
const UNDOABLE = new Set(['post', 'comment']);

/** The server may have it: it goes out, known under its id, and is deleted right after. False: cannot be unmade. */
async function undo(tx: Transaction, row: KeptRow, deletions: Map<string, string>): Promise<boolean> {
  if (!UNDOABLE.has(row.kind)) return false;
  const name = nameOf();
  const [first] = row.ops;
  if (first?.op !== 'PUT') return false;
  await tx.execute(`UPDATE outbox SET kind = ? WHERE id = ?`, [UNDO_KIND, row.id]);
  // The member's own deletion does it, from now on as unseen as what it deletes.
  if (await hideDeletion(tx, row)) return true;
  // Each by itself: with a post its comments may be undone, in one transaction here.
  await queueDeletionAlone(tx, first.table, first.id, metadataOf(name));
  await tx.execute(
    `INSERT INTO outbox (id, kind, entity_id, state, label, bytes, created_at, attempts) VALUES (?, ?, ?, 'queued', '', 0, ?, 0)`,
    [name.action_id, UNDO_KIND, first.id, name.created_at],
  );
  deletions.set(row.id, name.action_id);
  return true;
}

export interface Taken {
  kind: string;
  subject_id: string | null;
  entity_id: string;
  /** The columns that it wrote to its entity, by name. */
  fields: Record<string, unknown>;
  /** The rows that it wrote beside, such as a poll. */
  others: CrudOp[];
}

/**
 * Takes an action back, out of queue and outbox, for what `use` makes of it in the same transaction: a death between the two would
 * lose its words. Code 'sending' while it is on its way or may have arrived; 'not_found' when it is gone.
 */
export async function takeBackFor(
  replica: Replica,
  id: string,
  use?: (tx: Transaction, row: KeptRow) => Promise<void>,
): Promise<{ ok: true; row: KeptRow } | { ok: false; code: WriteErrorCode }> {
  await withdrawCopy(replica, id);
  return replica.db.writeTransaction(async (tx) => {
    const row = await readRow(tx, id);
    if (!row || row.state === 'sent' || isHidden(row)) return { ok: false, code: 'not_found' };
    if (row.state === 'sending' || (row.state === 'queued' && row.uncertain)) return { ok: false, code: 'sending' };
    await takeOutOfQueue(tx, id, row.ops);
    await hideDeletion(tx, row);
    await tx.execute('DELETE FROM outbox WHERE id = ?', [id]);
    await use?.(tx, row);
    if (row.state === 'refused') await forgetRefusal(tx, row);
    return { ok: true, row };
  });
}

/** Takes an action back for editing. Null when it is on its way or gone. */
export async function takeForEdit(id: string): Promise<Taken | null> {
  const open = await memberReplica();
  const taken = open.ok && (await takeBackFor(open.replica, id));
  if (!taken || !taken.ok) return null;
  const { row } = taken;
  const mine = row.ops.filter((op) => op.id === row.entity_id);
  return {
    kind: row.kind,
    subject_id: row.subject_id,
    entity_id: row.entity_id,
    fields: Object.assign({}, ...mine.map(({ data }) => data ?? {})) as Record<string, unknown>,
    others: row.ops.filter((op) => op.id !== row.entity_id),
  };
}

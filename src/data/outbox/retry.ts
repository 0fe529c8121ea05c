import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { isQuotaError } from '../device/storage-errors.ts';
import type { Replica } from '../replica/replica.ts';
import { isHidden } from './action.ts';
import { readAction } from './action-store.ts';
import { awaitsDeletion, forgetRejection } from './deletions.ts';
import { dependentsOf, refusedRoots, rootOf } from './dependents.ts';
import { cancelCopy } from './queue-copy.ts';
import { requeueUnderNewId } from './replay.ts';
import { type Failure, memberReplica, removeFromQueue } from './write.ts';

type Result = { ok: true } | Failure;

/** Queues a rejected action as a new one with the same contents. False: it is no longer in one of these states. */
const retryOne = ({ db }: Pick<Replica, 'db'>, action_id: string, states: readonly string[] = ['refused']) =>
  db.writeTransaction(async (tx) => {
    const action = await readAction(tx, action_id);
    if (!action || !states.includes(action.state) || isHidden(action) || action.discard_at !== null) return false;
    // Otherwise it would be created again after its own deletion.
    if (await awaitsDeletion(tx, action)) return false;
    await removeFromQueue(tx, action_id);
    await requeueUnderNewId(tx, action);
    // The server may also store a rejection of an action whose answer was lost.
    if (!action.is_local && (action.state === 'refused' || action.uncertain)) await forgetRejection(tx, action_id);
    return true;
  });

/** Dependents that are still queued would be sent before the retried action and rejected. */
const BEHIND: readonly string[] = ['refused', 'queued'];

async function retryWithDependents(replica: Replica, action_id: string): Promise<boolean> {
  const { db } = replica;
  const root = await rootOf(db, action_id);
  // Read before the root's row is replaced: dependents are found by it.
  const dependents = await db.readTransaction((tx) => dependentsOf(tx, root, BEHIND));
  if (!(await retryOne(replica, root))) return false;
  await queueBehind(replica, dependents);
  return true;
}

async function queueBehind(replica: Replica, dependents: readonly string[]): Promise<void> {
  for (const dependent of dependents) {
    await cancelCopy(replica, dependent);
    await retryOne(replica, dependent, BEHIND);
  }
}

/**
 * Queues the actions that depend on a new one behind it: they were written before it, because it was edited in the
 * outbox and created again.
 */
export async function requeueDependents(action_id: string, account?: string): Promise<void> {
  const open = await memberReplica(account);
  if (!open.ok) return;
  const dependents = await open.replica.db.readTransaction((tx) => dependentsOf(tx, action_id, BEHIND));
  await queueBehind(open.replica, dependents);
}

/**
 * Retries a rejected action, then the actions that depend on it, in order. If another rejected action blocks it, that
 * one is sent first. Fails with 'not_found' if it is no longer rejected.
 */
export async function retryAction(action_id: string): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const found = await retryWithDependents(open.replica, action_id);
  open.replica.flush({ force: true });
  return found ? { ok: true } : { ok: false, code: 'not_found' };
}

/** Sends all queued actions now, and retries all rejected ones. */
export async function retryAll(): Promise<Result> {
  const open = await memberReplica();
  if (!open.ok) return open;
  const { replica } = open;
  for (const root of await refusedRoots(replica.db)) await retryWithDependents(replica, root);
  replica.flush({ force: true });
  return { ok: true };
}

/** Queues actions that an older release could not read and set aside, and that this one can. */
export async function releaseSetAside(db: Replica['db']): Promise<void> {
  const rows = await db.getAll<{ id: string }>(
    `SELECT id FROM outbox WHERE state = 'refused' AND waits_for <= ? ORDER BY created_at, id`,
    [QUEUE_VERSION],
  );
  for (const { id } of rows)
    await retryOne({ db }, id).catch((error: unknown) => {
      if (isQuotaError(error)) throw error;
      // It stays where it is, and the others are sent.
      console.debug('An action could not be queued again.', error);
    });
}

import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { QUEUED_ACTIONS_SQL } from '../replica/powersync-tables.ts';
import type { Replica } from '../replica/replica.ts';
import type { StoredAction } from './action.ts';
import { ACTION_COLUMNS, type ActionRow, decodeAction, storeAction } from './action-store.ts';
import { completeDueDiscards } from './discard.ts';
import { requeue } from './replay.ts';

/**
 * What a log-out leaves of a member's unsent work until their next log-in on this device: the actions with their texts.
 * The replica, which has everything else that they could read, is deleted.
 */
interface KeptAction extends StoredAction {
  waits_for: number | null;
  /** QUEUE_VERSION of the release that kept it. */
  version: number;
}

type Device = Pick<Replica, 'account' | 'db'>;

const keptKey = (account: string) => `kept-queue:${account}`;

/** What is queued, in the order of the queue, and then what was refused. */
const UNSENT_SQL = `WITH queue AS MATERIALIZED (${QUEUED_ACTIONS_SQL})
  SELECT ${ACTION_COLUMNS}, waits_for FROM outbox LEFT JOIN queue ON queue.action_id = id
  WHERE state = 'refused' OR (state <> 'sent' AND position IS NOT NULL)
  ORDER BY position IS NULL, position, created_at`;

export const readKept = async (account: string): Promise<readonly KeptAction[]> =>
  (await readKey<KeptAction[]>(keptKey(account)).catch(() => undefined)) ?? [];

export const dropKept = (account: string): Promise<void> => removeKey(keptKey(account));

/** Stores the unsent work of an open database outside of it. False if there is no room: then the database must stay. */
export async function storeQueue({ account, db }: Device): Promise<boolean> {
  // A discard that can still be undone is completed: nobody sees its toast any more.
  await db.execute('UPDATE outbox SET discard_at = 0 WHERE discard_at IS NOT NULL');
  await completeDueDiscards({ account, db });
  const rows = await db.getAll<ActionRow & { waits_for: number | null }>(UNSENT_SQL);
  const unsent = rows.map((row): KeptAction => {
    const { waits_for, ...action } = row;
    return { ...decodeAction(action), waits_for, version: QUEUE_VERSION };
  });
  const ids = new Set(unsent.map(({ action_id }) => action_id));
  // Some may still wait for a release that can read them.
  const earlier = (await readKept(account)).filter(({ action_id }) => !ids.has(action_id));
  if (await writeKey(keptKey(account), [...earlier, ...unsent])) return true;
  // The failed value stays in memory until it is replaced; the earlier ones exist nowhere else.
  await (earlier.length > 0 ? writeKey(keptKey(account), earlier) : dropKept(account));
  return false;
}

/** Requeues the work saved at the last log-out, under the same ids, so that the server recognises what it has. */
export async function restoreKept({ account, db }: Device): Promise<void> {
  const kept = await readKept(account);
  if (kept.length === 0) return;
  const isKnown = ({ version }: KeptAction) => version <= QUEUE_VERSION;
  for (const { version: _, waits_for, ...action } of kept.filter(isKnown)) {
    const { action_id, state, attempts, last_error, blocked_by, is_local, uncertain } = action;
    await db.writeTransaction(async (tx) => {
      if (await tx.getOptional('SELECT 1 FROM outbox WHERE id = ?', [action_id])) return;
      if (state === 'refused') await storeAction(tx, action, { state, attempts });
      else await requeue(tx, action);
      await tx.execute(
        'UPDATE outbox SET last_error = ?, blocked_by = ?, is_local = ?, uncertain = ?, waits_for = ? WHERE id = ?',
        [last_error, blocked_by, is_local, uncertain, waits_for, action_id],
      );
    });
  }
  const newer = kept.filter((action) => !isKnown(action));
  if (newer.length > 0) await writeKey(keptKey(account), newer);
  else await dropKept(account);
}

import type { CommonPowerSyncDatabase } from '@powersync/common';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { isInMemory } from '../replica/database-files.ts';
import { readCopy } from './queue-copy-store.ts';
import { requeue } from './replay.ts';

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
 * Queues the unsent actions of the old file in a new one, with the same contents and ids, so that the server recognises
 * those that it has. Returns their number.
 */
export async function restoreQueue(db: CommonPowerSyncDatabase, account: string): Promise<number> {
  const copied = await readCopy(account).catch(() => []);
  const known = copied.filter(({ version }) => version <= QUEUE_VERSION);
  for (const { attempted, sent, ...action } of known) {
    const { action_id } = action;
    await db.writeTransaction(async (tx) => {
      if (await tx.getOptional('SELECT 1 FROM outbox WHERE id = ?', [action_id])) return;
      await requeue(tx, action);
      if (attempted || sent) await tx.execute('UPDATE outbox SET uncertain = 1 WHERE id = ?', [action_id]);
    });
  }
  return known.length;
}

/** Remembers this file as the one that the copy belongs to. */
export async function rememberFile(db: CommonPowerSyncDatabase, account: string): Promise<void> {
  await writeKey(fileKey(account), isInMemory(db.database.name) ? IN_MEMORY : await db.getClientId());
}

/** After a wipe, a new file is expected. */
export const forgetFile = (account: string): Promise<void> => removeKey(fileKey(account));

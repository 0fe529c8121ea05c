import type { CommonPowerSyncDatabase } from '@powersync/common';
import { QUEUE_VERSION } from '#contract/crud-versions.ts';
import { readKey, removeKey, writeKey } from '../device/kv.ts';
import { mirrored } from './queue-copy-store.ts';
import { requeue } from './replay.ts';

/** PowerSync's name for a database file: a new file has a new one. */
const fileKey = (account: string) => `database-id:${account}`;

/** Is this another file than the one that was here last? The browser cleared it, or it was damaged and is rebuilt. */
export async function isReplaced(db: CommonPowerSyncDatabase, account: string): Promise<boolean> {
  const before = await readKey<string>(fileKey(account)).catch(() => undefined);
  return before !== undefined && before !== (await db.getClientId());
}

/**
 * Queues again, in a new file, what the old one had not sent: same words, same rows, same ids, so that the server knows what it has
 * already. Returns how many.
 */
export async function restoreQueue(db: CommonPowerSyncDatabase, account: string): Promise<number> {
  const rows = await mirrored(account).catch(() => []);
  const known = rows.filter(({ version }) => version <= QUEUE_VERSION);
  for (const { id, action, kept, asked, sent } of known) {
    await db.writeTransaction(async (tx) => {
      if (await tx.getOptional('SELECT 1 FROM outbox WHERE id = ?', [id])) return;
      await requeue(tx, { ...kept, created_at: action.created_at }, id);
      if (asked || sent) await tx.execute('UPDATE outbox SET uncertain = 1 WHERE id = ?', [id]);
    });
  }
  return known.length;
}

/** Remembers this file as the one whose queue the copy is of. */
export async function rememberFile(db: CommonPowerSyncDatabase, account: string): Promise<void> {
  await writeKey(fileKey(account), await db.getClientId());
}

/** After a wipe a new file is no loss. */
export const forgetFile = (account: string): Promise<void> => removeKey(fileKey(account));

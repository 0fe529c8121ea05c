import type { CommonPowerSyncDatabase } from '@powersync/common';

/**
 * Empties a database in case its file cannot be deleted. Rows that were only deleted can still be read from the file's free pages:
 * VACUUM writes it anew.
 */
export async function clearFile(db: CommonPowerSyncDatabase): Promise<void> {
  // 1: local tables too.
  await db.writeTransaction((tx) => tx.execute('SELECT powersync_clear(1)'));
  await db.execute('VACUUM');
}

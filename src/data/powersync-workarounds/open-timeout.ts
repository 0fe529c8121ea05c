/*
 * Works around: opening an OPFS database can hang forever behind the lock of a dead tab (powersync-js#725, #785, #808).
 * Can be deleted when `init()` is guaranteed to end.
 */
import type { CommonPowerSyncDatabase } from '@powersync/common';

const OPEN_TIMEOUT_MS = 8000;

export class OpenTimeout extends Error {
  override name = 'OpenTimeout';
}

/** Waits until the database is open. Throws OpenTimeout after a while, and closes what did not open. */
export async function initWithTimeout(db: CommonPowerSyncDatabase & { init(): Promise<void> }): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new OpenTimeout('The database did not open in time.')), OPEN_TIMEOUT_MS);
  });
  try {
    await Promise.race([db.init(), timeout]);
  } catch (error) {
    // Not awaited: an open that hangs may make the close hang too.
    void db.close().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/*
 * Works around: on a device with two cores, WebKit (WebKitGTK 2.50) compiles WebAssembly in one thread of each process.
 * It optimises the SQLite of the account before for up to a minute or more, and the next shared worker waits as long
 * for its own. PowerSync opens every file that is not in OPFS in one, so nothing could be read or written until then. A
 * worker of the page alone runs in another process. Can be deleted together with the storage in IndexedDB, or when
 * WebKit passes tests/engines without it.
 */
import { readKey, writeKey } from '../device/kv.ts';
import { OpenTimeout } from './open-timeout.ts';
import { announceDeadWorker, disableSharedWorker } from './shared-worker.ts';

/** Kept for the next starts, which would wait in vain again. */
const LATE_KEY = 'shared-worker-late';

/**
 * Opens a database outside of OPFS. After a timeout of the shared worker, in this tab's own, now and at later starts.
 */
export async function openInTime<Db>(
  account: string,
  isShared: boolean,
  open: (isShared: boolean) => Promise<Db>,
): Promise<Db> {
  if (!isShared) return open(false);
  if ((await readKey<boolean>(LATE_KEY).catch(() => false)) !== true) {
    try {
      return await open(true);
    } catch (error) {
      if (!(error instanceof OpenTimeout)) throw error;
      announceDeadWorker(account);
    }
  }
  disableSharedWorker();
  const db = await open(false);
  await writeKey(LATE_KEY, true);
  return db;
}

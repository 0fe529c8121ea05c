import { type LogRecord, LogLevels, type PowerSyncLogger } from '@powersync/common';
import { PowerSyncDatabase, WASQLiteVFS } from '@powersync/web';
import { makeRoom } from '../device/image-cache.ts';
import { isWithoutFiles } from '../device/opfs.ts';
import { checkStorage } from '../device/storage-check.ts';
import { isDamaged, isQuotaError } from '../device/storage-errors.ts';
import { syncState, updateSyncState } from '../device/sync-state.ts';
import { startSyncWorker } from '../powersync-workarounds/early-sync-worker.ts';
import { openInTime } from '../powersync-workarounds/late-shared-worker.ts';
import {
  OPEN_TIMEOUT_MS,
  OpenTimeout,
  openWithTimeout,
  OWN_WORKER_TIMEOUT_MS,
} from '../powersync-workarounds/open-timeout.ts';
import {
  abandonFile,
  currentGeneration,
  fileName,
  isCleared,
  noteOpened,
  readKind,
  type StorageKind,
  writeKind,
} from './database-files.ts';
import { schema } from './schema.ts';

const VFS: Record<StorageKind, WASQLiteVFS> = {
  opfs: WASQLiteVFS.OPFSCoopSyncVFS,
  idb: WASQLiteVFS.IDBBatchAtomicVFS,
  memory: WASQLiteVFS.InMemoryVfs,
};

export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Lost connections are expected and shown in the app; log only corruption as an error. */
const logger: PowerSyncLogger = {
  log({ level, message, error }: LogRecord) {
    if (level < LogLevels.warn) return;
    if (/checksum/i.test(message)) console.error(message, error ?? '');
    else console.debug(message, error ?? '');
  },
};

async function openFile(
  dbFilename: string,
  kind: StorageKind,
  isShared: boolean,
): Promise<InstanceType<typeof PowerSyncDatabase>> {
  const create = () =>
    new PowerSyncDatabase({
      schema,
      logger,
      database: {
        dbFilename,
        // By default PowerSync decides by the browser.
        ...(!isShared && { enableMultiTabs: false }),
        vfs: VFS[kind],
        databaseWorkerLogLevel: LogLevels.warn,
        // The default of 50 MB is too much for a phone.
        cacheSizeKb: 8 * 1024,
      },
      sync: { logLevel: LogLevels.warn },
    });
  const db = await openWithTimeout(
    create,
    patience * (isShared || kind === 'opfs' ? OPEN_TIMEOUT_MS : OWN_WORKER_TIMEOUT_MS),
    isShared ? startSyncWorker : undefined,
  );
  // Otherwise values that a member made private, and deleted messages, stay readable in the file. The sync worker uses
  // this connection, too. ON would also overwrite pages that become free as a whole: to delete 2,000 rows then took 2.2
  // s instead of 40 ms, and a log-out 3.9 s instead of 0.3 s.
  await db.execute('PRAGMA secure_delete = FAST');
  return db;
}

const KNOWN_KIND_TRIES = 3;

/** Times the usual limits; doubled after a timeout, because a slow device would time out again. */
let patience = 1;
const MOST_PATIENCE = 8;

/**
 * Opens the account's database. Throws StorageUnavailable, or OpenTimeout, which proves nothing: the next call waits
 * longer. `isShared`: may sync in the worker that all tabs share.
 */
export async function openDatabase(account: string, isShared = true) {
  const known = await readKind(account);
  const kinds: StorageKind[] = known ? Array<StorageKind>(KNOWN_KIND_TRIES).fill(known) : ['opfs', 'idb', 'memory'];
  // Where it is refused, PowerSync would try three times, with a second between them.
  if (!known && (await isWithoutFiles())) kinds.shift();
  let generation = await currentGeneration(account);
  noteOpened(account, generation);
  const wasCleared = async () => known === 'opfs' && isCleared(fileName(account, known, generation));
  // connection/member-queue.ts tells the member about it. A later file may not exist because it was never opened.
  if (generation === 0 && (await wasCleared())) generation = await abandonFile(account);
  let timedOut: OpenTimeout | undefined;
  for (const kind of kinds) {
    noteOpened(account, generation);
    try {
      const file = fileName(account, kind, generation);
      const open = (shared: boolean) => openFile(file, kind, shared);
      const db = await (kind === 'opfs' ? open(isShared) : openInTime(account, isShared, open));
      // Not awaited: silent storage has refused nothing. Without a file the queue copy has what is written.
      void checkStorage();
      if (kind !== 'memory' && !known) await writeKind(account, kind);
      patience = 1;
      if (syncState.get().trouble === 'slow') updateSyncState({ trouble: null });
      return db;
    } catch (error) {
      console.debug(`The ${kind} database did not open.`, error);
      if (error instanceof OpenTimeout) {
        timedOut = error;
        updateSyncState({ trouble: 'slow' });
      }
      const damaged = isDamaged(error);
      if (damaged) updateSyncState({ trouble: 'rebuilt' });
      if (damaged || (await wasCleared())) {
        generation = await abandonFile(account);
      } else if (known && isQuotaError(error) && !(await makeRoom())) {
        updateSyncState({ trouble: 'full' });
        break;
      }
    }
  }
  if (timedOut) patience = Math.min(2 * patience, MOST_PATIENCE);
  throw timedOut ?? new StorageUnavailable('No database could be opened.');
}

import { type LogRecord, LogLevels, type PowerSyncLogger } from '@powersync/common';
import { PowerSyncDatabase, WASQLiteVFS } from '@powersync/web';
import { heldKey, readKey, removeKey, writeKey } from '../device/kv.ts';
import { makeRoom } from '../device/image-cache.ts';
import { schema } from './schema.ts';
import { isDamaged, isQuotaError } from '../device/storage-errors.ts';
import { updateSyncState } from '../connection/status-store.ts';

/**
 * opfs is fast and small; idb serves browsers where it does not open; memory keeps the app usable where nothing can be kept.
 * The first that opened is remembered and never changed: the other's file would hide unsent work.
 */
type Kind = 'opfs' | 'idb' | 'memory';

const VFS: Record<Kind, WASQLiteVFS> = {
  opfs: WASQLiteVFS.OPFSCoopSyncVFS,
  idb: WASQLiteVFS.IDBBatchAtomicVFS,
  memory: WASQLiteVFS.InMemoryVfs,
};
const FILE_SUFFIX: Record<Kind, string> = { opfs: '', idb: '-idb', memory: '-memory' };

/** Rises when a file is given up as damaged: another tab may still hold the old one open, so its name is not used again. */
const generationKey = (account: string) => `generation:${account}`;
const fileOf = (account: string, kind: Kind, generation: number): string =>
  `rangeday-${account}${FILE_SUFFIX[kind]}${generation > 0 ? `-${generation}` : ''}.db`;

/** Of the file that this tab has open, by account. */
const opened = new Map<string, number>();

const generationOf = async (account: string): Promise<number> =>
  (await readKey<number>(generationKey(account)).catch(() => undefined)) ?? (await newestGeneration(account));

/** A browser may clear IndexedDB alone, and with it the number: the file that it names may hold unsent work. */
async function newestGeneration(account: string): Promise<number> {
  let newest = 0;
  try {
    for await (const name of (await navigator.storage.getDirectory()).keys()) {
      const generation = Number(name.match(/-(\d+)\.db$/)?.[1] ?? 0);
      if (name === fileOf(account, 'opfs', generation)) newest = Math.max(newest, generation);
    }
  } catch {
    // No such storage, then no such file.
  }
  return newest;
}

/** An OPFS open can hang for ever behind a dead tab's lock (powersync-js#725, #785). */
const OPEN_TIMEOUT_MS = 8000;
const REMEMBERED_TRIES = 3;

export class StorageUnavailable extends Error {
  override name = 'StorageUnavailable';
}

/** Lost connections are our daily bread and shown in the shell; only damage deserves the console. */
const logger: PowerSyncLogger = {
  log({ level, message, error }: LogRecord) {
    if (level < LogLevels.warn) return;
    if (/checksum/i.test(message)) console.error(message, error ?? '');
    else console.debug(message, error ?? '');
  },
};

async function tryOpen(
  dbFilename: string,
  kind: Kind,
  isShared: boolean,
): Promise<InstanceType<typeof PowerSyncDatabase>> {
  const db = new PowerSyncDatabase({
    schema,
    logger,
    database: {
      dbFilename,
      // Left out, PowerSync decides by the browser.
      ...(!isShared && { enableMultiTabs: false }),
      vfs: VFS[kind],
      databaseWorkerLogLevel: LogLevels.warn,
      // The default of 50 MB is more than a phone likes to give.
      cacheSizeKb: 8 * 1024,
    },
    sync: { logLevel: LogLevels.warn },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageUnavailable(`${kind} did not open in time.`)), OPEN_TIMEOUT_MS);
  });
  try {
    await Promise.race([db.init(), tooLong]);
    return db;
  } catch (error) {
    // Not awaited: what hangs while opening may hang while closing.
    void db.close().catch(() => {});
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

const kindKey = (account: string) => `vfs:${account}`;

/**
 * Opens the account's database. Throws StorageUnavailable when none of the ways works. `isShared` false: it syncs in this page, not in
 * the worker that all tabs share.
 */
export async function openDatabase(account: string, isShared = true) {
  const key = kindKey(account);
  const remembered = await readKey<Kind>(key).catch(() => undefined);
  const ways: Kind[] = remembered ? Array<Kind>(REMEMBERED_TRIES).fill(remembered) : ['opfs', 'idb', 'memory'];
  if (!remembered && !globalThis.navigator?.storage?.getDirectory) ways.shift();
  let generation = await generationOf(account);
  for (const kind of ways) {
    opened.set(account, generation);
    try {
      const db = await tryOpen(fileOf(account, kind, generation), kind, isShared);
      if (kind === 'memory') updateSyncState({ fleeting: true });
      else if (!remembered) await writeKey(key, kind);
      return db;
    } catch (error) {
      console.debug(`The ${kind} database did not open.`, error);
      const isLost = isDamaged(error) || (remembered === 'opfs' && (await isEmpty(fileOf(account, kind, generation))));
      if (isLost) generation = await giveUpFile(account);
      else if (remembered && isQuotaError(error) && !(await makeRoom())) {
        updateSyncState({ trouble: 'full' });
        break;
      }
    }
  }
  throw new StorageUnavailable('No database could be opened.');
}

/** A file without a byte hides nothing: the browser cleared it, and a worker of before may hold its place until it ends. */
async function isEmpty(file: string): Promise<boolean> {
  try {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(file);
    return (await handle.getFile()).size === 0;
  } catch {
    return false;
  }
}

/**
 * Turns away from a damaged file. What was queued in it is in its copy (local/outbox-mirror.ts), everything else on the server.
 * Another tab may have turned away from it already. Returns the generation to use.
 */
export async function giveUpFile(account: string): Promise<number> {
  const current = await generationOf(account);
  updateSyncState({ trouble: 'rebuilt' });
  if ((opened.get(account) ?? current) < current) return current;
  await writeKey(generationKey(account), current + 1);
  // Not awaited: the worker that found the damage may hold the file for a moment.
  void deleteFiles(account, current).catch(() => {});
  return current + 1;
}

async function deleteFiles(account: string, generation: number): Promise<void> {
  const file = fileOf(account, 'opfs', generation);
  const root = await navigator.storage.getDirectory();
  // The journal first: left beside a new database it would be played back into it.
  for (const suffix of ['-journal', '-wal', '']) await deleteFile(root, file + suffix);
  indexedDB.deleteDatabase(fileOf(account, 'idb', generation));
}

/** Another tab that has just been told of the log-out lets go within this. */
const DELETE_PATIENCE_MS = 3000;
const DELETE_PAUSE_MS = 50;

async function deleteFile(root: FileSystemDirectoryHandle, file: string): Promise<void> {
  for (const end = Date.now() + DELETE_PATIENCE_MS; ;) {
    try {
      return await root.removeEntry(file);
    } catch (error) {
      const { name } = error as DOMException;
      if (name === 'NotFoundError') return;
      // Somebody has it open.
      if (name !== 'NoModificationAllowedError' || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, DELETE_PAUSE_MS));
    }
  }
}

/**
 * Deletes the closed database's files, those too that were given up. What cannot be deleted now (a tab that does not answer holds it)
 * stays, emptied.
 */
export async function deleteDatabase(account: string): Promise<void> {
  try {
    for (let generation = await generationOf(account); generation >= 0; generation -= 1) {
      await deleteFiles(account, generation);
    }
    opened.delete(account);
    await Promise.all([kindKey(account), heldKey(account), generationKey(account)].map(removeKey));
  } catch (error) {
    console.debug('The database was emptied but not deleted.', error);
  }
}

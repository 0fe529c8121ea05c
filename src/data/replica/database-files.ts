import { retryAfterKey, readKey, removeKey, writeKey } from '../device/kv.ts';

/** OPFS: fast, little code; IndexedDB: where OPFS does not open; memory: where nothing can be stored. */
export type StorageKind = 'opfs' | 'idb' | 'memory';

const SUFFIX: Record<StorageKind, string> = { opfs: '', idb: '-idb', memory: '-memory' };

export const fileName = (account: string, kind: StorageKind, generation: number): string =>
  `rangeday-${account}${SUFFIX[kind]}${generation > 0 ? `-${generation}` : ''}.db`;

export const isInMemory = (file: string): boolean => file.includes(SUFFIX.memory);

/** Incremented when a damaged file is abandoned: another tab may have it open, so its name is not reused. */
const generationKey = (account: string) => `generation:${account}`;
const kindKey = (account: string) => `vfs:${account}`;

/** The generation that this tab has opened, by account. */
const opened = new Map<string, number>();
export const noteOpened = (account: string, generation: number): void => void opened.set(account, generation);

/** The kind that worked first. It never changes, since the other kind's file would hide unsent work. */
export const readKind = (account: string): Promise<StorageKind | undefined> =>
  readKey<StorageKind>(kindKey(account)).catch(() => undefined);
export const writeKind = (account: string, kind: StorageKind): Promise<boolean> => writeKey(kindKey(account), kind);

/** The next number while a deleted database in IndexedDB is still open: PowerSync's worker keeps its name. */
const afterBlocked = new Map<string, number>();

export async function currentGeneration(account: string): Promise<number> {
  const known =
    (await readKey<number>(generationKey(account)).catch(() => undefined)) ?? (await newestGeneration(account));
  const next = afterBlocked.get(account) ?? 0;
  if (next <= known) return known;
  await writeKey(generationKey(account), next);
  return next;
}

/** A browser may clear IndexedDB alone, and the number with it; the newest file may still hold unsent work. */
async function newestGeneration(account: string): Promise<number> {
  let newest = 0;
  try {
    for await (const name of (await navigator.storage.getDirectory()).keys()) {
      const generation = Number(name.match(/-(\d+)\.db$/)?.[1] ?? 0);
      if (name === fileName(account, 'opfs', generation)) newest = Math.max(newest, generation);
    }
  } catch {
    // Without OPFS there is no such file.
  }
  return newest;
}

/** Whether the browser cleared the file. An earlier worker may hold it open, so its name is not reused. */
export async function isCleared(file: string): Promise<boolean> {
  try {
    const handle = await (await navigator.storage.getDirectory()).getFileHandle(file);
    return (await handle.getFile()).size === 0;
  } catch (error) {
    return (error as DOMException).name === 'NotFoundError';
  }
}

/** Abandons a damaged or cleared file. Returns the next generation, maybe another tab's. The copy has the queue. */
export async function abandonFile(account: string): Promise<number> {
  const current = await currentGeneration(account);
  if ((opened.get(account) ?? current) < current) return current;
  await writeKey(generationKey(account), current + 1);
  // Not awaited: the worker that found the damage may have the file open for a moment.
  void deleteFiles(account, current).catch(() => {});
  return current + 1;
}

/** Deletes all files of a closed database. A file that another tab does not close stays, emptied. */
export async function deleteDatabase(account: string): Promise<void> {
  try {
    for (let generation = await currentGeneration(account); generation >= 0; generation -= 1) {
      const next = Math.max(afterBlocked.get(account) ?? 0, generation + 1);
      await deleteFiles(account, generation, () => afterBlocked.set(account, next));
    }
    opened.delete(account);
    await Promise.all([kindKey(account), retryAfterKey(account), generationKey(account)].map(removeKey));
  } catch (error) {
    console.debug('The database was emptied but not deleted.', error);
  }
}

async function deleteFiles(account: string, generation: number, onBlocked = () => {}): Promise<void> {
  indexedDB.deleteDatabase(fileName(account, 'idb', generation)).onblocked = onBlocked;
  // Not every WebKit has it.
  if (!navigator.storage?.getDirectory) return;
  const file = fileName(account, 'opfs', generation);
  const root = await navigator.storage.getDirectory();
  // The journal first: SQLite would apply it to a new database of the same name.
  for (const suffix of ['-journal', '-wal', '']) await deleteFile(root, file + suffix);
}

/** Another tab closes the file within this time after the log-out. */
const DELETE_PATIENCE_MS = 3000;
const DELETE_PAUSE_MS = 50;

async function deleteFile(root: FileSystemDirectoryHandle, file: string): Promise<void> {
  for (const end = Date.now() + DELETE_PATIENCE_MS; ;) {
    try {
      return await root.removeEntry(file);
    } catch (error) {
      const { name } = error as DOMException;
      if (name === 'NotFoundError') return;
      // NoModificationAllowedError: it is open somewhere.
      if (name !== 'NoModificationAllowedError' || Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, DELETE_PAUSE_MS));
    }
  }
}

import { HIDDEN_KINDS, isHiddenKind } from '#contract/outbox.ts';
import { PACKED_CACHE, SAVED_CACHE, SEEN_CACHE, TAGS_CACHE } from '../device/image-cache.ts';
import { measureDrafts } from '../drafts/drafts.ts';
import { measureShared } from '../drafts/shared.ts';
import { measureMedia } from '../media/media-store.ts';
import { readUnsent } from '../outbox/restore-queue.ts';
import { deleteDatabase } from '../replica/database-files.ts';
import { type Replica, replicaStore } from '../replica/replica.ts';
import { accountOf, GUEST, sessionStore } from '../session/session.ts';
import { clearPictures, PICTURE_CACHES } from './clear-device.ts';

/** Bytes, and how many things they are where that can be counted. */
export interface Amount {
  bytes: number;
  count: number;
}

/** What this device stores of the current account and of the app. */
export interface StorageUse {
  /** The browser's estimate of everything, and what it allows. Null: it does not report that. */
  estimate: { used: number; allowed: number } | null;
  /** Null: this browser keeps none, because it has no service worker here. By cache: see IMAGE_CACHES. */
  pictures: { seen: Amount; saved: Amount; packed: Amount } | null;
  /** Files of the app. Null as above. */
  app: Amount | null;
  /** The databases of posts, comments and messages, also that of guests. */
  replica: number;
  drafts: Amount;
  waiting: Amount;
  /** The part that `clearReloadable` deletes. */
  reloadable: number;
  /** Whether the browser never clears this storage automatically. Null: not reported. */
  persistent: boolean | null;
}

export async function measureStorage(): Promise<StorageUse> {
  const account = accountOf(sessionStore.get());
  const replica = replicaStore.get();
  const [estimate, persistent, seen, saved, packed, app, files, drafts, shared, waiting, media] = await Promise.all([
    readEstimate(),
    readPersistent(),
    measureCaches((name) => name === SEEN_CACHE),
    measureCaches((name) => name === SAVED_CACHE),
    measureCaches((name) => name === PACKED_CACHE || name === TAGS_CACHE),
    measureCaches((name) => !PICTURE_CACHES.test(name)),
    measureFiles(),
    measureDrafts(account),
    measureShared(account),
    measureWaiting(account, replica),
    measureMedia(account),
  ]);
  const guests = account === accountOf(GUEST) ? 0 : sizeOf(files, (name) => name.startsWith(GUEST_FILES));
  const stored = sizeOf(files, (name) => name.includes('.db')) || (await measurePages(replica));
  const pictures = seen && saved && packed && { seen, saved, packed };
  return {
    estimate,
    persistent,
    pictures,
    app,
    replica: Math.max(0, stored - waiting.bytes),
    drafts: { count: drafts.count + shared.count, bytes: drafts.bytes + shared.bytes + media.draftBytes },
    waiting: { count: waiting.count, bytes: waiting.bytes + media.bytes },
    reloadable: (pictures ? seen.bytes + saved.bytes + packed.bytes : 0) + guests,
  };
}

/**
 * Deletes pictures, and guests' posts while a member is logged in; nothing that members wrote. Returns the freed bytes.
 */
export async function clearReloadable(): Promise<number> {
  const before = await measureStorage();
  await clearPictures();
  const guest = accountOf(GUEST);
  // Only the database of the current account is open.
  if (accountOf(sessionStore.get()) !== guest) await deleteDatabase(guest);
  return Math.max(0, before.reloadable - (await measureStorage()).reloadable);
}

async function readEstimate(): Promise<StorageUse['estimate']> {
  try {
    const { usage, quota } = await navigator.storage.estimate();
    return usage === undefined || quota === undefined ? null : { used: usage, allowed: quota };
  } catch {
    return null;
  }
}

async function readPersistent(): Promise<boolean | null> {
  try {
    return await navigator.storage.persisted();
  } catch {
    return null;
  }
}

async function measureCaches(isWanted: (name: string) => boolean): Promise<Amount | null> {
  try {
    const amounts = await Promise.all((await caches.keys()).filter(isWanted).map(measureCache));
    return amounts.reduce((sum, { bytes, count }) => ({ bytes: sum.bytes + bytes, count: sum.count + count }), {
      bytes: 0,
      count: 0,
    });
  } catch {
    return null;
  }
}

async function measureCache(name: string): Promise<Amount> {
  const responses = await (await caches.open(name)).matchAll();
  const sizes = await Promise.all(responses.map(measureResponse));
  return { bytes: sizes.reduce((sum, size) => sum + size, 0), count: sizes.length };
}

/** From the header where it is the stored size, so that hundreds of pictures are not read. */
async function measureResponse(response: Response): Promise<number> {
  const length = Number(response.headers.get('content-length'));
  if (length > 0 && !response.headers.has('content-encoding')) return length;
  return (await response.blob()).size;
}

const GUEST_FILES = `rangeday-${accountOf(GUEST)}`;

/** Sizes of the files in OPFS, by name. */
async function measureFiles(): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  try {
    for await (const [name, handle] of (await navigator.storage.getDirectory()).entries()) {
      if (handle.kind !== 'file') continue;
      // A file that is being deleted.
      const file = await handle.getFile().catch(() => null);
      if (file) sizes.set(name, file.size);
    }
  } catch {
    // Without OPFS the database is in IndexedDB or in memory.
  }
  return sizes;
}

function sizeOf(files: ReadonlyMap<string, number>, isWanted: (name: string) => boolean): number {
  return [...files].reduce((sum, [name, size]) => (isWanted(name) ? sum + size : sum), 0);
}

/** The size of a database that is not a file. */
async function measurePages(replica: Replica | null): Promise<number> {
  const sql = 'SELECT page_count * page_size AS bytes FROM pragma_page_count(), pragma_page_size()';
  const row = await replica?.db.getOptional<{ bytes: number }>(sql).catch(() => null);
  return row?.bytes ?? 0;
}

const WAITING_SQL = `SELECT count(*) AS count, coalesce(sum(bytes), 0) AS bytes FROM outbox WHERE state <> 'sent' AND discard_at IS NULL
  AND kind NOT IN (${HIDDEN_KINDS.map((kind) => `'${kind}'`).join(', ')})`;

async function measureWaiting(account: string, replica: Replica | null): Promise<Amount> {
  if (replica?.account === account) {
    const row = await replica.db.getOptional<Amount>(WAITING_SQL).catch(() => null);
    if (row) return row;
  }
  // The database is not open, or cannot be read.
  const copied = await readUnsent(account).catch(() => []);
  const shown = copied.filter(({ kind }) => !isHiddenKind(kind));
  return { count: shown.length, bytes: shown.reduce((sum, { bytes }) => sum + bytes, 0) };
}

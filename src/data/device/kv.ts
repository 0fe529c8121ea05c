import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/*
 * Small values that are needed before the database is open, such as session and snapshot. The service worker reads them
 * too. Every caller must cope with lost values: storage may be full, blocked or cleared.
 */

/** The account that uses this device now: a Session. */
export const SESSION_KEY = 'session';
/** Do not send before this time (Retry-After), in ms since 1970. Page and worker both respect it. */
export const retryAfterKey = (account: string): string => `held:${account}`;

/**
 * Values that could not be stored, and the stored ones that they replace. They last until the tab closes, so that a
 * log-in works in a private window too, or until another tab or the worker has stored a later one.
 */
const inMemory = new Map<string, { value: unknown; replaced: string | undefined }>();

let opened: UseStore | undefined;
const kv = (): UseStore => (opened ??= createStore('rangeday-kv', 'kv'));

/** Runs `work` in one read transaction: several keys, one round trip. Rejects if storage is not available. */
export async function readTogether<T>(
  work: (get: <V>(key: string) => Promise<V | undefined>) => Promise<T>,
): Promise<T> {
  // If storage is blocked, opening it throws instead of rejecting.
  return kv()('readonly', (store) => work((key) => promisifyRequest(store.get(key))));
}

export async function readKey<V>(key: string): Promise<V | undefined> {
  const kept = inMemory.get(key);
  const read = readTogether((get) => get<V>(key));
  if (!kept) return read;
  const isLast = await read.then(
    (stored) => JSON.stringify(stored) === kept.replaced,
    () => true,
  );
  if (isLast) return kept.value as V;
  inMemory.delete(key);
  return read;
}

async function keepInMemory(key: string, value: unknown): Promise<void> {
  const replaced = await readTogether((get) => get(key)).catch(() => undefined);
  inMemory.set(key, { value, replaced: JSON.stringify(replaced) });
}

/** On a full device a second time, without the cached pictures: a refreshed token or a reply is nowhere else. */
const withRoom = (write: () => Promise<void>): Promise<void> =>
  write().catch(async (error: unknown) => {
    // On demand, because this file is in the first chunk.
    const { makeRoomAfter } = await import('./image-cache.ts');
    if (!(await makeRoomAfter(error))) throw error;
    await write();
  });

/** Rejects if it could not be stored. */
export async function storeKey(key: string, value: unknown): Promise<void> {
  await kv()('readwrite', (store) => {
    store.put(value, key);
    return promisifyRequest(store.transaction);
  });
  inMemory.delete(key);
}

/** False if it could not be stored; `readKey` still returns it until the tab closes or another value is stored. */
export async function writeKey(key: string, value: unknown): Promise<boolean> {
  try {
    await withRoom(() => storeKey(key, value));
    return true;
  } catch {
    await keepInMemory(key, value);
    return false;
  }
}

/**
 * Writes the value, or deletes it if undefined, only if `isWanted` agrees, which reads in the same transaction. Does
 * nothing where storage is not available.
 */
export async function writeInTransaction(
  key: string,
  value: unknown,
  isWanted: (get: <V>(key: string) => Promise<V | undefined>) => Promise<boolean>,
): Promise<void> {
  try {
    await kv()('readwrite', async (store) => {
      if (!(await isWanted((other) => promisifyRequest(store.get(other))))) return;
      if (value === undefined) store.delete(key);
      else store.put(value, key);
      await promisifyRequest(store.transaction);
    });
  } catch {
    // Full or blocked: what was stored before stays.
  }
}

export async function removeKey(key: string): Promise<void> {
  inMemory.delete(key);
  try {
    await withRoom(async () =>
      kv()('readwrite', (store) => {
        store.delete(key);
        return promisifyRequest(store.transaction);
      }),
    );
  } catch {
    // Without storage there is nothing to remove.
  }
}

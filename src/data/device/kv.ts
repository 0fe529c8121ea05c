import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/*
 * Small values that are needed before the database is open, such as session and snapshot. The service worker reads them
 * too. Every caller must cope with lost values: storage may be full, blocked or cleared.
 */

/** The account that uses this device now: a Session. */
export const SESSION_KEY = 'session';
/** Do not send before this time (Retry-After), in ms since 1970. Page and worker both respect it. */
export const retryAfterKey = (account: string): string => `held:${account}`;

/** Values that could not be stored. They last until the tab closes, so that a log-in works in a private window too. */
const inMemory = new Map<string, unknown>();

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
  if (inMemory.has(key)) return inMemory.get(key) as V;
  return readTogether((get) => get<V>(key));
}

/** Rejects if it could not be stored. */
export async function storeKey(key: string, value: unknown): Promise<void> {
  await kv()('readwrite', (store) => {
    store.put(value, key);
    return promisifyRequest(store.transaction);
  });
  inMemory.delete(key);
}

/** False if it could not be stored; `readKey` still returns it until the tab closes. */
export async function writeKey(key: string, value: unknown): Promise<boolean> {
  try {
    await storeKey(key, value);
    return true;
  } catch {
    inMemory.set(key, value);
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
    await kv()('readwrite', (store) => {
      store.delete(key);
      return promisifyRequest(store.transaction);
    });
  } catch {
    // Without storage there is nothing to remove.
  }
}

import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';

/**
 * Small things that must be there before the database is: who is signed in, the picture of the feed. Readable from the service
 * worker too. Everything that writes here must do without it: storage may be full, blocked or gone.
 */
/** Who uses this device now: a Session. */
export const SESSION_KEY = 'session';
/** Until when the server wants to be left in peace (Retry-After), in ms since 1970: page and worker keep to it alike. */
export const heldKey = (account: string): string => `held:${account}`;

/** What storage would not take: good until the tab closes, so that a log-in works in a private window too. */
const fleeting = new Map<string, unknown>();

let opened: UseStore | undefined;
const kv = (): UseStore => (opened ??= createStore('rangeday-kv', 'kv'));

/** Runs `work` on one read transaction: several keys, one round trip. Rejects when storage is not available. */
export async function readTogether<T>(
  work: (get: <V>(key: string) => Promise<V | undefined>) => Promise<T>,
): Promise<T> {
  // Where storage is blocked, opening it throws instead of rejecting.
  return kv()('readonly', (store) => work((key) => promisifyRequest(store.get(key))));
}

export async function readKey<V>(key: string): Promise<V | undefined> {
  if (fleeting.has(key)) return fleeting.get(key) as V;
  return readTogether((get) => get<V>(key));
}

/** False when it could not be kept; `readKey` still gives it until the tab closes. */
export async function writeKey(key: string, value: unknown): Promise<boolean> {
  try {
    await kv()('readwrite', (store) => {
      store.put(value, key);
      return promisifyRequest(store.transaction);
    });
    fleeting.delete(key);
    return true;
  } catch {
    fleeting.set(key, value);
    return false;
  }
}

export async function removeKey(key: string): Promise<void> {
  fleeting.delete(key);
  try {
    await kv()('readwrite', (store) => {
      store.delete(key);
      return promisifyRequest(store.transaction);
    });
  } catch {
    // Nothing can be there then.
  }
}

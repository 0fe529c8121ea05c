import { removeKey } from '../device/kv.ts';

/** A refresh without an answer is aborted after this time, and the lock released. */
export const AUTH_TIMEOUT_MS = 20_000;

/** One refresh at a time in tabs and worker: a token works once. The holder reads the stored tokens again. */
export const withAuthLock = <T>(work: () => Promise<T>): Promise<T> =>
  // Web Locks need a secure context; on a plain http address there is no service worker either.
  globalThis.navigator?.locks ? navigator.locks.request('rangeday-auth', work) : work();

/** Where the tokens are stored: in IndexedDB, since a service worker has no localStorage. */
export const AUTH_KEY = 'auth';

/** Deletes the tokens without the server, for a log-out while it cannot be reached. */
export const dropAuth = (): Promise<void> => removeKey(AUTH_KEY);

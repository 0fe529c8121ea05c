/** A refresh that says nothing this long is given up, and with it the lock. */
export const AUTH_TIMEOUT_MS = 20_000;

/**
 * One refresh at a time among all tabs and the service worker: a refresh token is good for one use, and its second use ends the
 * session. Whoever gets the lock reads the stored tokens again before it asks for new ones.
 */
export const withAuthLock = <T>(work: () => Promise<T>): Promise<T> =>
  // Web Locks need a secure context; a phone on a plain http address has one tab and no worker.
  globalThis.navigator?.locks ? navigator.locks.request('rangeday-auth', work) : work();

/** Where the tokens are kept: in IndexedDB, since a service worker reads no localStorage. */
export const AUTH_KEY = 'auth';

import { SAVED_CACHE } from '../device/image-cache.ts';
import { accountOf, sessionStore } from '../session/session.ts';
import { loadPicture } from './load-picture.ts';
import { addressOf } from './packed.ts';

/** Failures in a row after which the signal is gone. */
const MOST_FAILURES = 3;

/** Saves these pictures, one after the other, and deletes those of posts no longer saved. False: some are missing. */
export async function holdSavedPictures(urls: readonly string[]): Promise<boolean> {
  // On a plain http address nothing opens without a server anyway.
  if (!globalThis.caches || (urls.length === 0 && !(await caches.has(SAVED_CACHE)))) return true;
  const account = accountOf(sessionStore.get());
  const ending = new AbortController();
  const stopIfGone = sessionStore.subscribe(() => accountOf(sessionStore.get()) !== account && ending.abort());
  try {
    const cache = await caches.open(SAVED_CACHE);
    let failures = 0;
    for (const url of urls) {
      const size = await loadPicture(cache, url, ending.signal);
      if (ending.signal.aborted) return false;
      failures = size === null ? failures + 1 : 0;
      if (failures >= MOST_FAILURES) return false;
    }
    const wanted = new Set(urls.map((url) => addressOf(url)?.key));
    for (const { url } of await cache.keys()) if (!wanted.has(url)) await cache.delete(url);
    return failures === 0;
  } finally {
    stopIfGone();
  }
}

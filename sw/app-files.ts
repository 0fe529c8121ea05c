import { SPLIT_FROM } from '#contract/app-parts.ts';
import { APP_CHANNEL, type StoredApp } from '#contract/stored-app.ts';
import { bytesOfParts, dropParts, loadPatiently } from '#data/device/app-files.ts';
import { isQuotaError } from '#data/device/storage-errors.ts';

/** A file that an offline start needs, as the build describes it (scripts/build/parts.ts). */
export interface AppFile {
  readonly url: string;
  /** Null: its name has a hash of its content. */
  readonly revision: string | null;
  /** Before compression. */
  readonly bytes: number;
  /** The beginning of its SHA-256 in base64. */
  readonly hash: string;
}

interface Storing {
  /** Where Workbox looks for the files, and under which keys. */
  readonly cacheName: string;
  readonly keyOf: (url: string) => string;
  /** What is stored of an answer. */
  readonly prepare: (url: string, answer: Response) => Promise<Response>;
}

/** Two at a time hide the round trip of each other. With more, a cut of the line costs more. */
const AT_ONCE = 2;

/** How much of these files is stored, by their sizes before compression. */
export async function measure(files: readonly AppFile[], { cacheName, keyOf }: Storing): Promise<StoredApp> {
  const cache = await caches.open(cacheName);
  const sizes = await Promise.all(
    files.map(async ({ url, bytes }) => {
      if (await cache.match(keyOf(url))) return bytes;
      return bytes < SPLIT_FROM ? 0 : Math.min(bytes, await bytesOfParts(url));
    }),
  );
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { stored: sizes.reduce((sum, size) => sum + size, 0), total, problem: null };
}

/**
 * Stores the files that are not stored yet. Workbox would store them one after the other, ask for each as a whole, and give up at the first one that fails. Here a
 * file that was cut is continued, and asked for again while the device is online, for up to four minutes. What is stored stays for the next call.
 *
 * @throws the last failure; pages are told of the progress, and of a full device, on APP_CHANNEL
 */
export async function storeFiles(files: readonly AppFile[], storing: Storing): Promise<void> {
  const channel = new BroadcastChannel(APP_CHANNEL);
  const tell = async (problem: StoredApp['problem'] = null) =>
    channel.postMessage({ ...(await measure(files, storing)), problem });
  const cache = await caches.open(storing.cacheName);
  // The largest first: the others fit beside it.
  const left = files.toSorted((a, b) => b.bytes - a.bytes);
  const lane = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const key = storing.keyOf(file.url);
      if (await cache.match(key)) continue;
      const answer = await loadPatiently(
        file.url,
        {
          hasParts: file.bytes >= SPLIT_FROM,
          // Without a hash in its name, the HTTP cache may have an older one.
          cache: file.revision === null ? 'default' : 'reload',
          onPart: () => void tell(),
        },
        (loaded) => check(file, loaded),
      );
      await cache.put(key, await storing.prepare(file.url, answer));
      await dropParts(file.url);
      await tell();
    }
  };
  try {
    await tell();
    await Promise.all(Array.from({ length: AT_ONCE }, lane));
  } catch (error) {
    left.length = 0;
    await tell(isQuotaError(error) ? 'full' : null);
    throw error;
  } finally {
    channel.close();
  }
}

/** A host may change a file without a hash in its name, such as the page, on its way. */
async function check({ url, revision, hash }: AppFile, answer: Response): Promise<void> {
  if (revision !== null) return;
  const bytes = await answer.clone().arrayBuffer();
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  if (btoa(String.fromCharCode(...digest)).startsWith(hash)) return;
  await dropParts(url);
  throw new Error(`${url} was answered with other content.`);
}

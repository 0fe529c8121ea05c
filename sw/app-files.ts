import { PART_BYTES, SPLIT_FROM } from '#contract/app-parts.ts';
import { lastingName, PATCHED_FROM } from '#contract/app-patches.ts';
import { APP_CHANNEL, type StoredApp } from '#contract/stored-app.ts';
import { bytesOfParts, dropParts, hashOf, loadPatiently, MOST_MS } from '#data/device/app-files.ts';
import { isQuotaError } from '#data/device/storage-errors.ts';
import { patchedFile } from './patched-file.ts';

/** A file that an offline start needs, as the build describes it (scripts/build/parts.ts). */
export interface AppFile {
  readonly url: string;
  /** Null: its name has a hash of its content. */
  readonly revision: string | null;
  /** Before compression. */
  readonly bytes: number;
  /** The beginning of its SHA-256 in base64url; of the page as it is stored. */
  readonly hash: string;
  /** Of the page: beginnings of the hashes by which its policy allows what is written into it. */
  readonly inline?: readonly string[];
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

/** The bytes of each file that are stored, by its address. */
async function storedBytes(files: readonly AppFile[], { cacheName, keyOf }: Storing): Promise<Map<string, number>> {
  const cache = await caches.open(cacheName);
  const sizes = files.map(async ({ url, bytes }): Promise<[string, number]> => {
    if (await cache.match(keyOf(url))) return [url, bytes];
    return [url, bytes < SPLIT_FROM ? 0 : Math.min(bytes, await bytesOfParts(url))];
  });
  return new Map(await Promise.all(sizes));
}

function addUp(files: readonly AppFile[], stored: ReadonlyMap<string, number>): StoredApp {
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  return { stored: [...stored.values()].reduce((sum, size) => sum + size, 0), total, problem: null };
}

/** How much of these files is stored, by their sizes before compression. */
export const measure = async (files: readonly AppFile[], storing: Storing): Promise<StoredApp> =>
  addUp(files, await storedBytes(files, storing));

/**
 * Stores the files that are not stored yet. Workbox would store them one after the other, ask for each as a whole, and
 * give up at the first one that fails. Here a file that replaces a stored one is made of it and a patch, a file that
 * was cut is continued, and asked for again while the device is online, for up to four minutes. What is stored stays
 * for the next call.
 *
 * @throws the first failure; reports progress and what stopped it on APP_CHANNEL
 */
export async function storeFiles(files: readonly AppFile[], storing: Storing): Promise<void> {
  const channel = new BroadcastChannel(APP_CHANNEL);
  const until = Date.now() + MOST_MS;
  const stored = await storedBytes(files, storing);
  const tell = (problem: StoredApp['problem'] = null) => channel.postMessage({ ...addUp(files, stored), problem });
  const note = (url: string, bytes: number) => {
    stored.set(url, bytes);
    tell();
  };
  const cache = await caches.open(storing.cacheName);
  const earlier = await earlierFiles(cache);
  // The largest first: the others fit beside it.
  const left = files.toSorted((a, b) => b.bytes - a.bytes);
  const lane = async () => {
    for (let file = left.shift(); file; file = left.shift()) {
      const { url, bytes, revision } = file;
      const key = storing.keyOf(url);
      if (await cache.match(key)) continue;
      const answer = await loadPatiently(
        url,
        {
          until,
          hasParts: bytes >= SPLIT_FROM,
          instead: async () => {
            const key = bytes >= PATCHED_FROM ? earlier.get(nameOf(url)) : undefined;
            const stored = key && (await cache.match(key));
            return stored && patchedFile(stored, file.hash);
          },
          // Without a hash in its name, the HTTP cache may have an older one.
          cache: revision === null ? 'default' : 'reload',
          onPart: () => note(url, Math.min(bytes, (stored.get(url) ?? 0) + PART_BYTES)),
        },
        async (loaded) => {
          await check(file, loaded);
          if (file.inline) await checkScripts(loaded, files);
        },
      );
      await cache.put(key, await storing.prepare(url, answer));
      await dropParts(url);
      note(url, bytes);
    }
  };
  const stop = (error: unknown) => {
    left.length = 0;
    throw error;
  };
  tell();
  // Both end before the channel does: one of them may still report.
  const ends = await Promise.allSettled(Array.from({ length: AT_ONCE }, () => lane().catch(stop)));
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [end.reason as unknown] : []));
  if (failures.length > 0) tell(failures.some(isQuotaError) ? 'full' : 'waiting');
  channel.close();
  if (failures.length > 0) throw failures[0];
}

const nameOf = (url: string): string => lastingName(new URL(url, location.href).pathname);

/** The newest stored file of each lasting name. Those of the version before stay until the new one takes over. */
async function earlierFiles(cache: Cache): Promise<Map<string, Request>> {
  return new Map((await cache.keys()).map((request) => [nameOf(request.url), request]));
}

/**
 * The host has the next release by now, whose page loads a script that is not in this one: offline it would stay empty.
 */
async function checkScripts(page: Response, files: readonly AppFile[]): Promise<void> {
  const names = new Set(files.map(({ url }) => new URL(url, location.href).pathname));
  for (const [, src = ''] of (await page.clone().text()).matchAll(/<script[^>]*\ssrc="([^"]+)"/g))
    if (!names.has(new URL(src, location.href).pathname)) throw new Error(`${src} is of another release.`);
}

/** A host may change a file without a hash in its name, such as the page, on its way. */
async function check({ url, revision, hash, inline }: AppFile, answer: Response): Promise<void> {
  const policy = answer.headers.get('content-security-policy') ?? '';
  // The host has another release by now, whose policy would block this page.
  if (inline && policy.includes("'sha256-") && !inline.every((one) => policy.includes(one)))
    throw new Error(`${url} was answered with the policy of another release.`);
  if (revision !== null) return;
  if ((await hashOf(await answer.clone().arrayBuffer())) === hash) return;
  await dropParts(url);
  throw new Error(`${url} was answered with other content.`);
}

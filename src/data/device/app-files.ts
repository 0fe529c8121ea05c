import { PART_BYTES, partOf } from '#contract/app-parts.ts';
import { backoffMs } from '#lib/backoff.ts';
import { isQuotaError } from './storage-errors.ts';

const PARTS_CACHE = 'rangeday-app-parts-v1';

/** The line is lost if nothing arrives for this long. */
const SILENT_MS = 20_000;
/** From here on parts are stored as they arrive, because the browser may end this worker. */
const SLOW_MS = 2_000;

/** Each fifth attempt omits the alternatives: a proxy may cut such requests, a stored file may be unreadable. */
const WHOLE_EVERY = 5;

/** For how long one attempt to load files goes on: Chromium ends an event of a service worker after five minutes. */
export const MOST_MS = 240_000;

interface Loading {
  /** The build has written parts of the file: it is larger than SPLIT_FROM. */
  hasParts: boolean;
  /** Of the request of the whole file. */
  cache?: RequestCache;
  /** Called after a part was stored. */
  onPart?: () => void;
  /** Tried first in most attempts; undefined: it is not there. */
  instead?: () => Promise<Response | undefined>;
  /** No failure after this time is followed by another request. Default: in four minutes. */
  until?: number;
}

/**
 * Loads a file of the app so that a line that is cut every few seconds delivers it in the end: what arrived before a
 * cut is stored, and the next call loads the parts that are missing. Without a cut it is one request.
 *
 * @param url its path, which has a hash of the content if the file has parts
 * @returns the file with its headers, not compressed
 * @throws if the line was cut, nothing arrived for 20 s, a page was answered instead of the file, or the device is full
 */
export async function loadFile(url: string, { hasParts, cache, onPart = () => {} }: Loading): Promise<Response> {
  if (!hasParts) return toResponse(await read(url, { cache }));
  const parts = await caches.open(PARTS_CACHE);
  const store = async (index: number, part: File) => {
    await parts.put(partOf(url, index), toResponse(part));
    onPart();
  };
  const isBegun = (await parts.match(partOf(url, 0))) !== undefined;
  if (!isBegun) return toResponse(await readAndKeep(url, { cache }, store));
  const found: File[] = [];
  let headers = new Headers();
  for (let index = 0; ; index += 1) {
    const address = partOf(url, index);
    const stored = await parts.match(address);
    const part = stored ? { bytes: await stored.blob(), headers: stored.headers } : await read(address);
    if (!stored) await store(index, part);
    found.push(part);
    if (index === 0) headers = part.headers;
    if (part.bytes.size < PART_BYTES) break;
  }
  return toResponse({ bytes: new Blob(found.map(({ bytes }) => bytes)), headers });
}

/**
 * As `loadFile`, and asks again after growing pauses while the device is online.
 *
 * @param check rejects an answer that is not the file
 * @throws the last failure
 */
export async function loadPatiently(
  url: string,
  { onPart, instead, until = Date.now() + MOST_MS, ...loading }: Loading,
  check?: (answer: Response) => Promise<void>,
): Promise<Response> {
  for (let failures = 1; ; failures += 1) {
    try {
      const notePart = () => {
        failures = 0;
        onPart?.();
      };
      const other = failures % WHOLE_EVERY > 0 ? await instead?.() : undefined;
      const answer = other ?? (await loadFile(url, { ...loading, onPart: notePart }));
      await check?.(answer);
      return answer;
    } catch (error) {
      if (isQuotaError(error) || !navigator.onLine || Date.now() > until) throw error;
      await new Promise((resolve) => setTimeout(resolve, backoffMs(failures, { maxMs: 15_000 })));
    }
  }
}

/**
 * Loads a small file.
 *
 * @returns undefined if the server does not have it
 * @throws if the line was cut
 */
export async function loadIfThere(url: string): Promise<Response | undefined> {
  try {
    return toResponse(await read(url, { cache: 'no-store' }));
  } catch (error) {
    if (error instanceof OtherAnswer) return undefined;
    throw error;
  }
}

/** The beginning of the SHA-256 in base64url, as the build writes it (scripts/build/parts.ts). */
export async function hashOf(bytes: BufferSource): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const base64 = btoa(String.fromCharCode(...digest));
  return base64.slice(0, 16).replaceAll('+', '-').replaceAll('/', '_');
}

export async function bytesOfParts(url: string): Promise<number> {
  if (!(await caches.has(PARTS_CACHE))) return 0;
  const parts = await caches.open(PARTS_CACHE);
  let count = 0;
  while (await parts.match(partOf(url, count))) count += 1;
  return count * PART_BYTES;
}

/** Deletes the parts of a file that is complete, or of all files. */
export async function dropParts(url?: string): Promise<void> {
  if (url === undefined) return void (await caches.delete(PARTS_CACHE));
  if (!(await caches.has(PARTS_CACHE))) return;
  const parts = await caches.open(PARTS_CACHE);
  for (let index = 0; await parts.delete(partOf(url, index)); index += 1);
}

interface File {
  readonly bytes: Blob;
  readonly headers: Headers;
}

function toResponse({ bytes, headers: sent }: File): Response {
  const headers = new Headers(sent);
  // Of the file as it was sent.
  for (const name of ['content-encoding', 'content-length']) headers.delete(name);
  return new Response(bytes, { headers });
}

/** Reads the whole file; if the line is slow or is cut, its complete parts are stored. */
async function readAndKeep(
  url: string,
  init: RequestInit,
  store: (index: number, part: File) => Promise<void>,
): Promise<File> {
  const started = Date.now();
  let [stored, left, headers] = [0, new Blob(), new Headers()];
  const waiting: Uint8Array<ArrayBuffer>[] = [];
  const keep = async () => {
    left = new Blob([left, ...waiting.splice(0)]);
    for (; left.size >= PART_BYTES; stored += 1) {
      await store(stored, { bytes: left.slice(0, PART_BYTES), headers });
      left = left.slice(PART_BYTES);
    }
  };
  try {
    return await read(url, init, async (bytes, its) => {
      headers = its;
      waiting.push(bytes);
      if (Date.now() - started > SLOW_MS) await keep();
    });
  } catch (error) {
    await keep();
    throw error;
  }
}

/** The server has answered, but not with the file. */
class OtherAnswer extends Error {}

/** Reads an answer to its end. `onBytes` gets each piece of it. */
async function read(
  url: string,
  init: RequestInit = {},
  onBytes?: (bytes: Uint8Array<ArrayBuffer>, headers: Headers) => Promise<void>,
): Promise<File> {
  const silence = new AbortController();
  const watch = () => setTimeout(() => silence.abort(), SILENT_MS);
  let timer = watch();
  try {
    const { status, body, headers } = await fetch(url, {
      credentials: 'same-origin',
      priority: 'low',
      ...init,
      signal: silence.signal,
    });
    // Captive portals answer everything with a page.
    const isPage = /html/.test(headers.get('content-type') ?? '') && !url.endsWith('.html');
    if (status !== 200 || !body || isPage) {
      // An answer that is not read keeps its connection, of which browsers have six.
      await body?.cancel();
      throw new OtherAnswer(`${url} was answered with ${status}.`);
    }
    const pieces: Uint8Array<ArrayBuffer>[] = [];
    const reader = body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return { bytes: new Blob(pieces), headers };
      clearTimeout(timer);
      timer = watch();
      pieces.push(value);
      await onBytes?.(value, headers);
    }
  } finally {
    clearTimeout(timer);
  }
}

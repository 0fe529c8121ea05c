import { IMAGE_CACHES, SEEN_CACHE } from '#data/device/image-cache.ts';
import { endpoints } from '#data/http/config.ts';
import { fetchAs } from '#data/http/request.ts';
import type { Tokens } from '#data/http/with-token.ts';
import { storedToken } from '#data/session/stored-token.ts';
import { replaced } from './replaced.ts';
import { signedIn } from './signed-in.ts';

declare const self: ServiceWorkerGlobalScope;

/** Most images are below 200 kB, so the cache has at most about 60 MB. */
const MAX_ENTRIES = 300;

/**
 * Parts of the app that are not installed: the font file for rare characters, the emoji picker and the screens of
 * staff.
 */
const ON_USE = /^\/assets\/.*(accents|emoji|staff)/;
const KEPT = new Set<RequestDestination>(['image', 'font', 'script', 'style']);

/** Example pictures, avatars, banners, ads. */
const PUBLIC = /^\/(seed|storage\/v1\/object\/public)\//;

/** The pictures of posts and comments, which only readers of the post may load. */
const PRIVATE = /^\/storage\/v1\/object\/authenticated\/(?:post|comment)-images\//;

const isOwn = ({ origin }: URL): boolean =>
  origin === self.location.origin || origin === new URL(endpoints().supabaseUrl).origin;

/**
 * Makes images and rarely used parts of the app available offline after their first use. Not with workbox's strategies:
 * their expiration keeps a database of all addresses, which a log-out does not delete.
 */
export function cacheImages(): void {
  self.addEventListener('fetch', (event) => {
    const { method, destination } = event.request;
    const url = new URL(event.request.url);
    if (method !== 'GET' || !KEPT.has(destination) || !isOwn(url)) return;
    const isImage = destination === 'image';
    if (isImage && PRIVATE.test(url.pathname)) event.respondWith(showPrivate(event, url.pathname));
    else if ((isImage ? PUBLIC : ON_USE).test(url.pathname)) event.respondWith(showPublic(event));
  });
  // The page posts `{type: 'KEEP_SEEN', seen: addresses}` when the first worker of this browser controls it.
  self.addEventListener('message', (event) => {
    const { type, seen } = Object(event.data) as { type?: unknown; seen?: unknown };
    if (type !== 'KEEP_SEEN' || !Array.isArray(seen)) return;
    event.waitUntil(keepSeen(seen.filter((url) => typeof url === 'string')));
  });
}

/** A part of the app that was imported again has a query (scripts/build/import-again.ts). */
const keyOf = ({ origin, pathname, href }: URL): string => (pathname.startsWith('/assets/') ? origin + pathname : href);

/** Stores what the first page loaded while no worker controlled it: from the HTTP cache, as far as it is there. */
async function keepSeen(urls: readonly string[]): Promise<void> {
  const load = (url: string, init: RequestInit) => fetch(url, { ...init, cache: 'force-cache' });
  for (const seen of urls) {
    const url = URL.parse(seen);
    if (!url || !isOwn(url) || !(PUBLIC.test(url.pathname) || ON_USE.test(url.pathname))) continue;
    // One that fails must not end the others: it is stored when it is next shown.
    await download({ url: seen, referrer: '' }, keyOf(url), load).catch(() => undefined);
  }
}

/** Stale while revalidate: an avatar may be replaced under its address. */
async function showPublic(event: FetchEvent): Promise<Response> {
  const key = keyOf(new URL(event.request.url));
  const fresh = download(event.request, key, fetch);
  event.waitUntil(fresh.catch(() => undefined));
  return (await cached(event, key)) ?? fresh;
}

/**
 * A path has one file for ever, so it is loaded once, with the reader's token, and kept by its path. Only here: the
 * browser's HTTP cache has no accounts, and a log-out does not empty it.
 */
async function showPrivate(event: FetchEvent, path: string): Promise<Response> {
  const found = await cached(event, path);
  if (found) return forOneUse(found);
  const member = await signedIn();
  const tokens: Tokens = async (refused) => member && (await storedToken(member, refused).catch(() => null));
  // Past the HTTP cache.
  const load = (url: string, init: RequestInit) => fetchAs(tokens, url, { ...init, cache: 'no-store' });
  return forOneUse(await download(event.request, path, load, async () => (await signedIn()) === member));
}

/**
 * Without this a browser shows a picture again from its memory, also in other documents, as long as the storage service
 * has said that it is fresh.
 */
function forOneUse({ body, status, statusText, headers: original }: Response): Response {
  const headers = new Headers(original);
  headers.set('cache-control', 'no-store');
  return new Response(body, { status, statusText, headers });
}

/** Moved to the end of the cache by this worker. */
const used = new Set<string>();

/** `caches.match` and not `open`, which would create the cache at each look. */
async function cached(event: FetchEvent, key: string): Promise<Response | undefined> {
  for (const cacheName of IMAGE_CACHES) {
    const found = await caches.match(key, { cacheName }).catch(() => undefined);
    if (!found) continue;
    if (cacheName === SEEN_CACHE && !used.has(key)) {
      used.add(key);
      event.waitUntil(keep(key, found.clone(), async (cache) => (await cache.match(key)) !== undefined));
    }
    return found;
  }
  return undefined;
}

async function download(
  { url, referrer }: Pick<Request, 'url' | 'referrer'>,
  key: string,
  load: (url: string, init: RequestInit) => Promise<Response>,
  mayKeep: () => Promise<boolean> = async () => true,
): Promise<Response> {
  // With CORS: the status of an answer from another origin is not visible otherwise.
  const response = await load(url, { referrer, credentials: 'omit', mode: 'cors', signal: replaced });
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 200 && /^(image\/|font\/|text\/(javascript|css))/.test(type)) {
    used.add(key);
    await keep(key, response.clone(), mayKeep);
  }
  return response;
}

/**
 * The cache is in the order of last use, because `put` moves an entry to the end. It is opened before the check: a
 * log-out ends the session and then deletes it, so either the check fails, or the picture is stored in the deleted
 * cache, which nobody can open. A full disk must not prevent showing the image.
 */
async function keep(key: string, response: Response, mayKeep: (cache: Cache) => Promise<boolean>): Promise<void> {
  try {
    const cache = await caches.open(SEEN_CACHE);
    if (!(await mayKeep(cache))) return;
    await cache.put(key, response);
    const keys = await cache.keys();
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES)).map((old) => cache.delete(old)));
  } catch (error) {
    console.debug('The image was not kept.', error);
  }
}

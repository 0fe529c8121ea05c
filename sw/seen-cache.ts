import { SEEN_CACHE } from '#data/device/image-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Most images are below 200 kB, so the cache has at most about 60 MB. */
const MAX_ENTRIES = 300;

/**
 * Makes public images, and the font file for rare characters, available offline after their first use (stale-while-revalidate).
 * Only public files of this origin: files behind a signed URL are never cached.
 */
export function cachePublicImages(): void {
  self.addEventListener('fetch', (event) => {
    if (!isCacheable(event.request)) return;
    const fresh = refresh(event.request);
    event.waitUntil(fresh.catch(() => undefined));
    // Not `open`, which would create the cache: after a log-out there is none.
    const held = caches.match(event.request, { cacheName: SEEN_CACHE });
    event.respondWith(held.then((response) => response ?? fresh));
  });
}

function isCacheable({ method, destination, url }: Request): boolean {
  const { origin, pathname } = new URL(url);
  if (method !== 'GET' || origin !== self.location.origin) return false;
  if (destination === 'font') return pathname.startsWith('/assets/') && pathname.includes('accents');
  const isPublic = pathname.startsWith('/seed/') || pathname.startsWith('/storage/v1/object/public/');
  return destination === 'image' && isPublic;
}

async function refresh(request: Request): Promise<Response> {
  const response = await fetch(request);
  const type = response.headers.get('content-type') ?? '';
  if (response.status === 200 && /^(image|font)\//.test(type)) {
    const cache = await caches.open(SEEN_CACHE);
    // A full disk must not prevent showing the image.
    await cache.put(request, response.clone()).then(
      () => trim(cache),
      () => undefined,
    );
  }
  return response;
}

/** Deletes the oldest entries: `keys()` returns them in insertion order. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAX_ENTRIES)).map((key) => cache.delete(key)));
}

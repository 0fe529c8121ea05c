import { SEEN_CACHE } from '#data/device/image-cache.ts';

declare const self: ServiceWorkerGlobalScope;

/** Most images are below 200 kB: some 60 MB at the very most. */
const MOST = 300;

/**
 * Public images, and letters that few names need, are there without signal once they were seen: answered from the cache,
 * refreshed behind it. Only what this origin shows to anybody; what a signed URL opened for one member is never kept.
 */
export function cacheWhatWasSeen(): void {
  self.addEventListener('fetch', (event) => {
    if (!isForAnybody(event.request)) return;
    const fresh = refresh(event.request);
    event.waitUntil(fresh.catch(() => undefined));
    event.respondWith(caches.open(SEEN_CACHE).then(async (cache) => (await cache.match(event.request)) ?? fresh));
  });
}

function isForAnybody({ method, destination, url }: Request): boolean {
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
    // A full disk must not cost the member the picture that has just arrived.
    await cache.put(request, response.clone()).then(
      () => trim(cache),
      () => undefined,
    );
  }
  return response;
}

/** Oldest first: `keys()` gives them in the order in which they came. */
async function trim(cache: Cache): Promise<void> {
  const keys = await cache.keys();
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST)).map((key) => cache.delete(key)));
}

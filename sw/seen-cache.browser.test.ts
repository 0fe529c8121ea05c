import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SEEN_CACHE } from '#data/device/image-cache.ts';
import { removeKey, SESSION_KEY, writeKey } from '#data/device/kv.ts';
import { cacheImages } from './seen-cache.ts';

cacheImages();

const member = { kind: 'member', userId: '018f0000-0000-7000-8000-000000000001' };
let pictures = 0;
let path: string;

beforeEach(async () => {
  path = `/storage/v1/object/authenticated/post-images/${(pictures += 1)}.webp`;
  await writeKey(SESSION_KEY, member);
  await caches.delete(SEEN_CACHE);
  const answer = () => new Response('private', { headers: { 'content-type': 'image/webp' } });
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => answer());
});

afterEach(async () => {
  vi.restoreAllMocks();
  await removeKey(SESSION_KEY);
  await caches.delete(SEEN_CACHE);
});

/** As the browser asks the worker for the picture of a post. Resolves when the worker has nothing left to do for it. */
async function show(): Promise<Response | undefined> {
  const work: Promise<unknown>[] = [];
  let answer: Promise<Response> | undefined;
  const add = (one: Promise<unknown>) => void work.push(one);
  const respondWith = (one: Promise<Response>) => add((answer = one));
  const request = { method: 'GET', destination: 'image', url: new URL(path, location.origin).href, referrer: '' };
  self.dispatchEvent(Object.assign(new Event('fetch'), { request, respondWith, waitUntil: add }));
  for (const one of work) await one;
  return answer;
}

const isKept = async () => (await caches.match(path, { cacheName: SEEN_CACHE })) !== undefined;

/** Both end a use of the pictures while the worker is busy with one of them. */
const endings = {
  'a log-out': async () => {
    await removeKey(SESSION_KEY);
    await caches.delete(SEEN_CACHE);
  },
  'clearing the pictures': () => caches.delete(SEEN_CACHE),
};

/** Runs it once, before or after the worker opens its cache. */
function interrupt(when: 'before' | 'after', ending: () => Promise<unknown>): void {
  const { open } = caches;
  vi.spyOn(caches, 'open').mockImplementationOnce(async (name) => {
    if (when === 'before') await ending();
    const cache = await open.call(caches, name);
    if (when === 'after') await ending();
    return cache;
  });
}

test('a private picture is in no cache of the browser, and a public one may be', async () => {
  const fresh = { 'content-type': 'image/webp', 'cache-control': 'max-age=3600' };
  vi.mocked(fetch).mockImplementation(async () => new Response('private', { headers: fresh }));
  const answers = [await show(), await show()];
  expect(vi.mocked(fetch).mock.calls.map(([, init]) => init?.cache)).toEqual(['no-store']);
  // From the network, and from the app's own cache.
  for (const answer of answers) {
    expect(answer?.headers.get('cache-control')).toBe('no-store');
    expect(await answer?.text()).toBe('private');
  }
  path = `/storage/v1/object/public/public-media/${pictures}.webp`;
  expect((await show())?.headers.get('cache-control')).toBe('max-age=3600');
  expect(vi.mocked(fetch).mock.lastCall?.[1]).toMatchObject({ cache: 'default' });
});

test.each(['before', 'after'] as const)('a picture is not stored by a log-out %s its cache is opened', async (when) => {
  await show();
  expect(await isKept()).toBe(true);
  await caches.delete(SEEN_CACHE);
  interrupt(when, endings['a log-out']);
  await show();
  expect(caches.open).toHaveBeenCalled();
  expect(await isKept()).toBe(false);
});

test.each([
  ['a log-out', 'before'],
  ['a log-out', 'after'],
  ['clearing the pictures', 'before'],
  ['clearing the pictures', 'after'],
] as const)('a picture that is shown again is not stored again by %s %s its cache is opened', async (what, when) => {
  await (await caches.open(SEEN_CACHE)).put(path, new Response('private'));
  interrupt(when, endings[what]);
  await show();
  expect(fetch).not.toHaveBeenCalled();
  expect(caches.open).toHaveBeenCalledTimes(1);
  expect(await isKept()).toBe(false);
});

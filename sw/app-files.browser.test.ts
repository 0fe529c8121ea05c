import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { PART_BYTES } from '#contract/app-parts.ts';
import { APP_CHANNEL, type StoredApp } from '#contract/stored-app.ts';
import { dropParts } from '#data/device/app-files.ts';
import { type AppFile, storeFiles } from './app-files.ts';

const CACHE = 'test-app-files';
const storing = {
  cacheName: CACHE,
  keyOf: (url: string) => url,
  prepare: async (_url: string, answer: Response) => answer,
};

/** As in the list of the build, with a name that stays. */
const fileOf = (url: string, bytes: number): AppFile => ({ url, revision: 'one', bytes, hash: '' });

let reports: StoredApp[];
let channel: BroadcastChannel;

beforeEach(() => {
  reports = [];
  channel = new BroadcastChannel(APP_CHANNEL);
  channel.addEventListener('message', ({ data }: MessageEvent<StoredApp>) => reports.push(data));
});

afterEach(async () => {
  vi.restoreAllMocks();
  channel.close();
  await caches.delete(CACHE);
  await dropParts();
});

/** What the server has at each path. */
const serve = (answers: Record<string, () => Response | Promise<Response>>) =>
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (url) => {
    const answer = answers[url as string];
    return answer ? answer() : new Response('', { status: 404 });
  });

test('a file that arrives after another has failed is stored and reported', async () => {
  const late = Promise.withResolvers<Response>();
  // No further attempt.
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const asked = serve({ '/late.js': () => late.promise, '/lost.js': () => Promise.reject(new TypeError('cut')) });
  const storingAll = storeFiles([fileOf('/late.js', 4), fileOf('/lost.js', 2)], storing);
  const failed = expect(storingAll).rejects.toThrow('cut');
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(2));
  late.resolve(new Response('late'));
  await failed;
  expect(await caches.match('/late.js')).toBeDefined();
  await vi.waitFor(() => expect(reports.at(-1)).toEqual({ stored: 4, total: 6, problem: 'waiting' }));
});

test('the parts of a slow file are counted once, not all files after each of them', async () => {
  const large = new Uint8Array(4 * PART_BYTES + 1);
  // Each piece arrives after a while, so that the parts are stored as they arrive.
  let now = 0;
  vi.spyOn(Date, 'now').mockImplementation(() => (now += 10_000));
  const pieces = () =>
    new ReadableStream({
      start(controller) {
        for (let start = 0; start < large.length; start += PART_BYTES)
          controller.enqueue(large.slice(start, start + PART_BYTES));
        controller.close();
      },
    });
  serve({
    '/large.wasm': () => new Response(pieces()),
    ...Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/${index}.js`, () => new Response('x')])),
  });
  const small = Array.from({ length: 9 }, (_, index) => fileOf(`/${index}.js`, 1));
  const looks = vi.spyOn(Cache.prototype, 'match');
  await storeFiles([fileOf('/large.wasm', large.length), ...small], storing);
  await vi.waitFor(() =>
    expect(reports.at(-1)).toEqual({ stored: large.length + 9, total: large.length + 9, problem: null }),
  );
  for (let parts = 1; parts <= 4; parts += 1)
    expect(reports.map(({ stored }) => stored - (stored % PART_BYTES))).toContain(parts * PART_BYTES);
  // Before the first file, before each file, and once for the parts of the large one.
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * 10 + 2);
});

test('a page that comes with the policy of another release is not stored', async () => {
  const policy = (...hashes: string[]) => `script-src 'self' ${hashes.map((hash) => `'sha256-${hash}='`).join(' ')}`;
  const answer = (...hashes: string[]) =>
    new Response('<!doctype html>', {
      headers: { 'content-type': 'text/html', 'content-security-policy': policy(...hashes) },
    });
  const page = { ...fileOf('/index.html', 15), inline: ['aaaaaaaa', 'bbbbbbbb'] };
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  serve({ '/index.html': () => answer('aaaaaaaa11', 'cccccccc22') });
  await expect(storeFiles([page], storing)).rejects.toThrow('the policy of another release');
  expect(await caches.match('/index.html', { cacheName: CACHE })).toBeUndefined();
  serve({ '/index.html': () => answer('bbbbbbbb22', 'aaaaaaaa11') });
  await storeFiles([page], storing);
  expect(await caches.match('/index.html', { cacheName: CACHE })).toBeDefined();
});

test('a page that loads a script of another release is not stored', async () => {
  const answer = (script: string) => new Response(`<!doctype html><script type="module" src="${script}"></script>`);
  const files = [{ ...fileOf('/index.html', 70), inline: [] }, fileOf('/assets/index-now.js', 4)];
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const script = () => new Response('1+1;');
  serve({ '/index.html': () => answer('/assets/index-next.js'), '/assets/index-now.js': script });
  await expect(storeFiles(files, storing)).rejects.toThrow('/assets/index-next.js is of another release');
  expect(await caches.match('/index.html', { cacheName: CACHE })).toBeUndefined();
  serve({ '/index.html': () => answer('/assets/index-now.js'), '/assets/index-now.js': script });
  await storeFiles(files, storing);
  expect(await caches.match('/index.html', { cacheName: CACHE })).toBeDefined();
});

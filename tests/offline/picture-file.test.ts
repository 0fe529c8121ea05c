import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pathOf } from '#contract/media.ts';
import { addLocalPicture } from '#data/media/local-pictures.ts';
import { readPicture } from '#data/range/picture-file.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const PATH = '/storage/v1/object/authenticated/post-images/a/b.jpg';
let me: SignedIn;

beforeEach(async () => {
  me = await signIn(ME);
  vi.stubGlobal('caches', { match: async () => undefined });
  vi.stubGlobal('location', new URL('https://rangeday.example/'));
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await me.close();
});

test('a picture is read from what waits to be sent, then from the caches, and only then from the server', async () => {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    return new Response('from the server', { headers: { 'content-type': 'image/jpeg' } });
  });
  expect(await (await readPicture(PATH))?.text()).toBe('from the server');
  expect(asked).toHaveLength(1);
  vi.stubGlobal('caches', {
    match: async (key: string) => (key.endsWith(PATH) ? new Response('from the cache') : undefined),
  });
  expect(await (await readPicture(PATH))?.text()).toBe('from the cache');
  addLocalPicture(ME, pathOf(PATH) ?? '', new Blob(['not sent yet']));
  expect(await (await readPicture(PATH))?.text()).toBe('not sent yet');
  expect(asked).toHaveLength(1);
});

test('without a network a picture that is not on the device is none', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  expect(await readPicture(PATH.replace('b.jpg', 'c.jpg'))).toBeNull();
  expect(await readPicture('https://elsewhere.example/x.jpg')).toBeNull();
});

import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noteTagPack, dropTagPack, readTagPacks } from './tag-packs.ts';

/** The keys of the pictures in the only cache. */
let pictures: Set<string>;

beforeEach(() => {
  pictures = new Set(['a', 'b', 'shared', 'left']);
  const cache = {
    keys: async () => [...pictures].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => pictures.delete(url),
  };
  vi.stubGlobal('caches', { has: async () => true, open: async () => cache });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const note = (account: string, tag: string, ...keys: string[]) =>
  noteTagPack(account, { tag, posts: 2, comments: 3 }, { keys: new Set(keys), bytes: 1000 });
const tagsOf = async (account: string) => (await readTagPacks(account)).map(({ tag }) => tag);

test('a pack that is removed takes its pictures along, but for those of another one', async () => {
  await note('ann', 'steel', 'a', 'shared');
  for (const key of ['b', 'shared', 'left']) pictures.add(key);
  await note('ann', 'brass', 'b', 'shared');
  expect([...pictures].toSorted()).toEqual(['a', 'b', 'shared']);
  expect(await tagsOf('ann')).toEqual(['brass', 'steel']);
  await dropTagPack('ann', 'brass', []);
  expect([...pictures].toSorted()).toEqual(['a', 'shared']);
  expect(await tagsOf('ann')).toEqual(['steel']);
});

test('a pack lasts a day', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await note('bob', 'steel', 'a');
  vi.setSystemTime(Date.now() + 86_300_000);
  expect(await tagsOf('bob')).toEqual(['steel']);
  vi.setSystemTime(Date.now() + 200_000);
  expect(await tagsOf('bob')).toEqual([]);
  expect([...pictures]).toEqual([]);
});

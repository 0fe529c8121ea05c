import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { dropShared, storeShared, measureShared, readShared, removeShared, type Shared } from './shared.ts';

const shared = (id: string, member: string | null, at: number): Shared => ({
  id,
  member,
  title: 'Fog',
  text: '',
  files: [{ name: 'fog.jpg', type: 'image/jpeg', bytes: new ArrayBuffer(10) }],
  at,
});

test('a share waits for its member, and one without a member for the next, newest first', async () => {
  await storeShared(shared('a', 'ann', 1));
  await storeShared(shared('b', null, 2));
  await storeShared(shared('c', 'cat', 3));
  expect((await readShared('ann')).map(({ id }) => id)).toEqual(['b', 'a']);
  expect(await measureShared('ann')).toEqual({ count: 1, bytes: 13 });

  await removeShared(['b']);
  expect((await readShared('cat')).map(({ id }) => id)).toEqual(['c']);

  // A log-out leaves the shares of others.
  await dropShared('ann');
  expect(await readShared('ann')).toEqual([]);
  expect(await readShared('cat')).toHaveLength(1);
});

test('shares without a member are bounded: one more is refused, and none that waits is dropped', async () => {
  const before = (await readShared('nobody')).length;
  for (let count = before; count < 10; count += 1) await storeShared(shared(`guest-${count}`, null, count));
  await expect(storeShared(shared('one-more', null, 99))).rejects.toThrow('Too many shares');
  expect(await readShared('nobody')).toHaveLength(10);
  await storeShared(shared('of-ann', 'ann', 100));
  expect(await measureShared('ann')).toMatchObject({ count: 1 });
});

import { expect, test } from 'vitest';
import { toMe } from './me-row.ts';

const row = { id: 'a', username: 'sam', profile_image_url: '/new.webp', role: 'admin' };

test('name and picture are the device’s own, all else is that of the author card', () => {
  const author = JSON.stringify({ username: 'sam_old', profile_image_url: '/old.webp', rank: 3 });
  expect(toMe({ ...row, author })).toEqual({
    ...{ id: 'a', username: 'sam', profile_image_url: '/new.webp', rank: 3, role: 'admin' },
  });
});

test('before the card has synced, and without a name, there is a member all the same', () => {
  const me = toMe({ id: 'a', username: null, profile_image_url: null, role: null, author: null });
  expect(me).toMatchObject({ id: 'a', username: '', profile_image_url: null, rank: 0, role: 'user' });
});

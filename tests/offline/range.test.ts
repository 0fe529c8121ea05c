import { afterEach, beforeEach, expect, test } from 'vitest';
import { wantedPictures } from '#features/range/mutations.ts';
import { FRIENDS_POSTS_SQL, ON_DEVICE_SQL, PEOPLE_SQL, THREADS_SQL } from '#features/range/range-sql.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';
const EVE = '018f0000-0000-7000-8000-000000000003';
const id = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;

let me: SignedIn;
const post = (n: number, fields: object) =>
  me.synced('posts', id(n), {
    ...{ user_id: BOB, title: 'Fog', status: 'live', visibility: 'public', created_at: `2026-11-${n}` },
    ...fields,
  });

beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('people', BOB, { author: JSON.stringify({ username: 'bob', profile_image_url: '/seed/bob.svg' }) });
  await me.synced('friends', id(90), { user_id: ME, friend_id: BOB, status: 'accepted' });
});
afterEach(() => me.close());

test('what is held is counted by kind', async () => {
  await post(10, { description: 'Nine o’clock' });
  await post(11, { visibility: 'friends' });
  await post(12, { status: 'removed' });
  await me.synced('comments', id(20), { post_id: id(10), user_id: BOB, text: 'Yes' });
  await me.synced('private_messages', id(30), { sender_id: BOB, recipient_id: ME, content: 'Coffee?' });
  await me.synced('threads_index', BOB, { user_id: BOB, message_count: 1, last_sent_at: '2026-11-10' });
  await me.synced('notifications', id(40), { user_id: ME, type: 'comment', data: '{}', is_read: 1 });
  await me.synced('post_stats', id(10), { comment_count: 1 });
  const holds = async () => {
    const held = await me.db.getAll<{ id: string; count: number; more: number; whole: number; bytes: number }>(
      ON_DEVICE_SQL,
      [ME],
    );
    return {
      held,
      kinds: Object.fromEntries(held.map(({ id: kind, count, more, whole }) => [kind, [count, more, whole]])),
    };
  };
  const { held, kinds } = await holds();
  expect(kinds).toEqual({
    feed: [1, 1, 1],
    friends: [1, 1, 1],
    messages: [1, 1, 0],
    notifications: [0, 1, 0],
    members: [1, 0, 0],
  });
  for (const { bytes } of held) expect(bytes).toBeGreaterThan(0);

  // The server has two comments of each, the device one of the first.
  await me.synced('post_stats', id(10), { comment_count: 2 });
  await me.synced('post_stats', id(11), { comment_count: 2 });
  expect((await holds()).kinds).toMatchObject({ feed: [1, 1, 0], friends: [1, 1, 0] });
});

test('avatars come first, then pictures of posts and comments, newest first, each once and without muted members', async () => {
  const images = (...urls: string[]) => JSON.stringify(urls.map((url) => ({ url, width: 1000, height: 500 })));
  await post(10, { images: images('/old.jpg', '/twice.jpg') });
  await post(11, { images: images('/new.jpg', '/twice.jpg') });
  await post(12, { images: images('/muted.jpg'), user_id: EVE });
  await me.synced('mutes', id(91), { user_id: ME, muted_id: EVE });
  await me.synced('comments', id(20), { post_id: id(10), user_id: BOB, text: '', image_url: '/comment.jpg' });
  const wanted = await wantedPictures(me);
  expect(wanted.map(({ url }) => url)).toEqual(['/seed/bob.svg', '/new.jpg', '/twice.jpg', '/old.jpg', '/comment.jpg']);
  expect(wanted.find(({ url }) => url === '/new.jpg')?.estimate).toBe(80_000);
});

test('profiles of friends come first, and only threads with missing messages are loaded', async () => {
  await me.synced('private_messages', id(30), { sender_id: BOB, recipient_id: ME, content: 'Coffee?' });
  await me.synced('threads_index', BOB, { user_id: BOB, message_count: 1, last_sent_at: '2026-11-10' });
  await me.synced('threads_index', EVE, { user_id: EVE, message_count: 230, last_sent_at: '2026-11-09' });
  expect(await me.db.getAll(PEOPLE_SQL, [ME])).toEqual([
    { id: BOB, is_friend: 1 },
    { id: EVE, is_friend: 0 },
  ]);
  expect(await me.db.getAll(THREADS_SQL)).toEqual([{ id: EVE, message_count: 230 }]);
});

test('comments are loaded for the public posts of friends of which some are missing, newest first', async () => {
  const counted = async (n: number, comments: number, fields = {}) => {
    await post(n, fields);
    await me.synced('post_stats', id(n), { comment_count: comments });
  };
  await counted(10, 2);
  await counted(11, 1);
  await counted(12, 0);
  await counted(13, 3, { visibility: 'friends' });
  await counted(14, 3, { user_id: EVE });
  await counted(15, 400);
  await me.synced('comments', id(20), { post_id: id(10), user_id: EVE, text: 'One of two' });
  await me.synced('comments', id(21), { post_id: id(11), user_id: EVE, text: 'All of one' });
  expect(await me.db.getAll(FRIENDS_POSTS_SQL, [ME])).toEqual([{ id: id(15) }, { id: id(10) }]);
});

import { afterEach, beforeEach, expect, test } from 'vitest';
import { readPostImages } from '#contract/post-images.ts';
import { tablesIn } from '#data/replica/tables-in.ts';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { FRIENDS_FEED_SQL, MAIN_FEED_SQL, TRENDING_FEED_SQL } from '#features/feed/feed-sql.ts';
import { POST_READERS_SQL, POST_SQL } from '#features/posts/post-sql.ts';
import { blockMember } from '#features/safety/mutations.ts';
import { createPost } from '#features/posts/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ME, FRIEND, STRANGER] = [id(1), id(2), id(3)];

let me: SignedIn;

const at = (minute: number) => `2026-11-21T10:${String(minute).padStart(2, '0')}:00Z`;
const post = (n: number, user_id: string, visibility: string, minute = n) =>
  me.synced('posts', id(n), { user_id, title: `Post ${n}`, visibility, status: 'live', created_at: at(minute) });
const titles = async (sql: string, parameters: unknown[] = []) =>
  (await me.db.getAll<{ title: string }>(sql, parameters)).map(({ title }) => title);
const friendsFeed = (limit = 50) => titles(FRIENDS_FEED_SQL, [ME, limit]);

beforeEach(async () => {
  me = await signIn(ME);
});
afterEach(() => me.close());

test('the friends tab shows friends-only posts of the member and accepted friends, unsent ones first', async () => {
  await me.synced('friends', id(90), { user_id: ME, friend_id: FRIEND, status: 'accepted', created_at: at(0) });
  await me.synced('friends', id(91), { user_id: ME, friend_id: STRANGER, status: 'pending', created_at: at(0) });
  await post(10, FRIEND, 'friends');
  await post(11, FRIEND, 'public');
  await post(12, ME, 'friends');
  // Synced to a moderator because it was flagged.
  await post(13, STRANGER, 'friends');
  expect(await friendsFeed()).toEqual(['Post 12', 'Post 10']);
  expect(await friendsFeed(1)).toEqual(['Post 12']);

  await createPost({ title: 'Unsent', description: '', visibility: 'friends' });
  await createPost({ title: 'For all', description: '', visibility: 'public' });
  expect(await friendsFeed()).toEqual(['Unsent', 'Post 12', 'Post 10']);
  await blockMember(FRIEND);
  expect(await friendsFeed()).toEqual(['Unsent', 'Post 12']);
});

test('the trending tab is ordered by the server’s score, then by date', async () => {
  for (const n of [20, 21, 22, 23]) await post(n, FRIEND, 'public');
  await post(24, FRIEND, 'public');
  for (const [n, trending_score] of [
    [20, 1],
    [21, 5.5],
    [22, 1],
  ] as const) {
    await me.synced('listed_posts', `trending:${id(n)}`, { list: 'trending', post_id: id(n), trending_score });
  }
  await me.synced('listed_posts', `#steel:${id(23)}`, { list: '#steel', post_id: id(23), trending_score: 9 });
  expect(await titles(TRENDING_FEED_SQL)).toEqual(['Post 21', 'Post 22', 'Post 20']);
});

test('an author’s device knows the chosen friends, before and after the server keeps the list apart; a reader’s does not', async () => {
  const chosen = async (post: string) => {
    const row = await me.db.getOptional<{ shared_with: string }>(POST_READERS_SQL, [post]);
    return JSON.parse(row?.shared_with ?? 'null') as unknown;
  };
  const made = await createPost({
    ...{ title: 'For two', description: '', visibility: 'friends' },
    shared_with: [FRIEND, STRANGER],
  });
  expect(await chosen(made.ok ? made.id : '')).toEqual([FRIEND, STRANGER]);
  const ofServer = { visibility: 'friends', status: 'live', created_at: at(1) };
  await me.synced('posts', id(10), { ...ofServer, user_id: ME, shared_with: JSON.stringify([ME]) });
  await me.synced('post_readers', id(10), { user_id: ME, readers: JSON.stringify([FRIEND, STRANGER]) });
  expect(await chosen(id(10))).toEqual([FRIEND, STRANGER]);
  await me.synced('posts', id(11), { ...ofServer, user_id: FRIEND, shared_with: JSON.stringify([FRIEND]) });
  expect(await chosen(id(11))).toEqual([FRIEND]);
});

test('the author’s other devices know which pictures the server does not have', async () => {
  const url = (name: string) => `/storage/v1/object/authenticated/post-images/${id(10)}/${name}.jpg`;
  const images = JSON.stringify([{ url: url('a') }]);
  await me.synced('my_profile', ME, {});
  await me.synced('posts', id(10), {
    user_id: ME,
    visibility: 'public',
    status: 'pending_media',
    created_at: at(1),
    images,
  });
  for (const [position, name] of ['a', 'b'].entries())
    await me.synced('post_images', id(40 + position), { post_id: id(10), user_id: ME, url: url(name), position });
  const [row] = await me.db.getAll<{ images: string }>(MAIN_FEED_SQL, [50]);
  expect(readPostImages(row?.images ?? null).map(({ awaited }) => awaited)).toEqual([0, 1]);
});

test('a flagged post has its member of staff and its open reports where the flag is synced, as on the devices of staff', async () => {
  const flags = async () => (await me.db.getAll<{ flag: string | null }>(MAIN_FEED_SQL, [50])).map(({ flag }) => flag);
  const row = { user_id: STRANGER, title: 'Flagged', visibility: 'public', status: 'live', created_at: at(1) };
  await me.synced('posts', id(30), { ...row, flagged: 1 });
  expect(await flags()).toEqual([null]);
  await me.synced('post_flags', id(30), { flagged_by: FRIEND, flagged_at: at(2) });
  await me.synced('staff_members', FRIEND, { username: 'dana-k', role: 'admin' });
  for (const [n, is_open] of [1, 0, 1].entries())
    await me.synced('reports', id(40 + n), { post_id: id(30), reason: 'spam', is_open });
  expect(await flags()).toEqual(['["dana-k",2]']);
  // Unflagged on this device, and not sent yet.
  await me.synced('posts', id(30), { ...row, flagged: 0 });
  expect(await flags()).toEqual([null]);
});

test.each([
  { sql: MAIN_FEED_SQL, parameters: [50] },
  { sql: FRIENDS_FEED_SQL, parameters: [ME, 50] },
  { sql: TRENDING_FEED_SQL, parameters: [] },
  { sql: POST_SQL, parameters: [id(1)] },
  { sql: COMMENTS_SQL, parameters: [id(1)] },
])('a watch by the names in the query misses no table that SQLite reads: %#', async ({ sql, parameters }) => {
  const read = await me.db.resolveTables(sql, parameters);
  const named = tablesIn(me.db.schema, sql);
  expect(read.filter((table) => !named.includes(table))).toEqual([]);
  expect(read).not.toEqual([]);
});

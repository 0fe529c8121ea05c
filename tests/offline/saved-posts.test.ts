import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedRow } from '#contract/feed-post.ts';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import { savePost } from '#features/post-actions/mutations.ts';
import { SAVED_PICTURES_SQL, SAVED_POSTS_SQL } from '#features/saved/saved-sql.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';
const OLD = '018f0000-0000-7000-8000-000000000003';
const NEW = '018f0000-0000-7000-8000-000000000004';

let me: SignedIn;
const saved = async () => (await me.db.getAll<FeedRow>(SAVED_POSTS_SQL)).map(({ id }) => id);
const queued = async () =>
  (await me.db.getAll<{ label: string }>('SELECT label FROM outbox')).map(({ label }) => label);

beforeEach(async () => {
  me = await signIn(ME);
  const post = { user_id: BOB, title: 'Zeroed', visibility: 'public', status: 'live' };
  await me.synced('posts', OLD, { ...post, created_at: '2026-11-20T10:00:00Z', images: '["/a.webp"]' });
  await me.synced('posts', NEW, { ...post, created_at: '2026-11-21T10:00:00Z' });
});
afterEach(() => me.close());

test('the last saved post comes first, and lists know which posts are saved', async () => {
  expect(await saved()).toEqual([]);
  await savePost(NEW, true);
  await savePost(OLD, true);
  expect(await saved()).toEqual([OLD, NEW]);
  expect((await me.db.getAll<FeedRow>(MAIN_FEED_SQL, [10])).map((row) => row.saved)).toEqual([1, 1]);
  expect(await me.db.getAll(SAVED_PICTURES_SQL)).toEqual([{ id: OLD, images: '["/a.webp"]', url: null }]);
});

test('the pictures of a saved post are its own, those of its comments, and their authors’', async () => {
  const CAT = '018f0000-0000-7000-8000-000000000005';
  const comment = { user_id: CAT, text: 'Look', created_at: '2026-11-20T11:00:00Z' };
  await me.synced('comments', '1', { ...comment, post_id: OLD, image_url: '/comment.webp' });
  await me.synced('comments', '2', { ...comment, post_id: OLD });
  await me.synced('comments', '3', { ...comment, post_id: NEW, image_url: '/other-post.webp' });
  await me.synced('people', CAT, { author: JSON.stringify({ username: 'cat', profile_image_url: '/cat.webp' }) });
  const urls = async () =>
    (await me.db.getAll<{ images: string | null; url: string | null }>(SAVED_PICTURES_SQL)).map(
      ({ images, url }) => images ?? url,
    );
  expect(await urls()).toEqual([]);
  await savePost(OLD, true);
  expect(await urls()).toEqual(['["/a.webp"]', '/comment.webp', '/cat.webp']);
});

test('saving and removing cancel out, and a repeated tap changes nothing', async () => {
  await savePost(OLD, true);
  await savePost(OLD, true);
  expect(await queued()).toEqual(['on']);
  await savePost(OLD, false);
  expect(await saved()).toEqual([]);
  expect(await queued()).toEqual([]);
});

test('a post of a blocked member is not shown', async () => {
  await savePost(OLD, true);
  await me.synced('blocks', 'b', { user_id: ME, blocked_id: BOB });
  expect(await saved()).toEqual([]);
});

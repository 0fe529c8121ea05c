import 'fake-indexeddb/auto';
import { expect, test } from 'vitest';
import { type FeedPost, toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { readKey } from '../device/kv.ts';
import { snapshotKey } from './drawn-keys.ts';
import {
  boundPosts,
  dropSnapshot,
  flushSnapshot,
  storeSnapshot,
  readSnapshot,
  SNAPSHOT_LIMITS,
  snapshotStore,
} from './snapshot.ts';

const post = (id: string, description = ''): FeedPost => toFeedPost(feedRowOf({ id, description }), { kind: 'guest' });
const bytes = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length;

test('the snapshot is limited in posts and in bytes', () => {
  const many = Array.from({ length: 50 }, (_, index) => post(`p${index}`));
  expect(boundPosts(many)).toHaveLength(SNAPSHOT_LIMITS.posts);
  const large = many.map(({ id }) => post(id, 'ö'.repeat(5000)));
  const kept = boundPosts(large);
  expect(kept.length).toBeGreaterThan(3);
  expect(bytes(kept)).toBeLessThan(SNAPSHOT_LIMITS.bytes);
  expect(bytes(boundPosts([post('huge', 'x'.repeat(1e6))]))).toBeLessThan(SNAPSHOT_LIMITS.bytes);
});

test('what is stored has at most 64 kB, with the posts of friends', async () => {
  const posts = Array.from({ length: 50 }, (_, index) => post(`p${index}`, 'ö'.repeat(2000)));
  storeSnapshot('dave', { posts, friends: posts });
  await flushSnapshot();
  const stored = await readKey(snapshotKey('dave'));
  expect(stored).toMatchObject({ posts: { length: expect.any(Number) }, friends: { length: expect.any(Number) } });
  expect(bytes(stored)).toBeGreaterThan(32 * 1024);
  expect(bytes(stored)).toBeLessThanOrEqual(64 * 1024);
});

test('parts are combined, written once, and belong to one account', async () => {
  storeSnapshot('alice', { posts: [post('a')] });
  storeSnapshot('alice', { updatedAt: '2026-11-21T10:00:00Z' });
  await flushSnapshot();
  const kept = await readKey(snapshotKey('alice'));
  expect(readSnapshot(kept, 'alice')).toMatchObject({
    account: 'alice',
    updatedAt: '2026-11-21T10:00:00Z',
    posts: [{ id: 'a' }],
  });
  expect(readSnapshot(kept, 'bob')).toBeNull();
  expect(readSnapshot({ ...(kept as object), v: 1 }, 'alice')).toBeNull();
  storeSnapshot('alice', { me: null });
  await dropSnapshot('alice');
  await flushSnapshot();
  expect(await readKey(snapshotKey('alice'))).toBeUndefined();
  expect(snapshotStore.get()).toBeNull();
});

test('the member’s own new post is stored at once, even right after another write', async () => {
  storeSnapshot('carol', { posts: [post('a')] });
  await flushSnapshot();
  storeSnapshot('carol', { posts: [{ ...post('own'), isNew: true, mine: true }, post('a')] });
  // Read after the requested write and before any timer.
  expect(await readKey(snapshotKey('carol'))).toMatchObject({ posts: [{ id: 'own' }, { id: 'a' }] });
});

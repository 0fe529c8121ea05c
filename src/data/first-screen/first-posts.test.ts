import 'fake-indexeddb/auto';
import { afterEach, expect, test, vi } from 'vitest';
import { readFirstPosts, takeFirstPosts } from './first-posts.ts';
import { adoptSession, GUEST } from '../session/session.ts';
import { adoptSnapshot, dropSnapshot, snapshotStore } from './snapshot.ts';

const AD = {
  ...{ id: 'ad', title: 'Bags', type: 'banner', destination_url: null, image_url: '/a.png', mobile_image_url: null },
};
const ROW = {
  ...{ id: 'a', user_id: 'u', title: 'Fog', description: 'All day', visibility: 'public', sticky: 0 },
  ...{ created_at: '2026-11-21T20:00:00.000000Z', author: { username: 'jo', profile_image_url: null, rank: 2 } },
  ...{
    score: 3,
    comment_count: 1,
    comments_locked: 0,
    poll_id: null,
    poll: null,
    images: null,
    gif_url: null,
    video_url: null,
  },
};

afterEach(async () => {
  vi.useRealTimers();
  // Its write is delayed, and would be the next test's.
  await dropSnapshot('guest');
  adoptSnapshot(null);
  adoptSession(GUEST);
  globalThis.rangedayFirstPosts = undefined;
});

test('rows of the server become the posts of a guest', () => {
  expect(readFirstPosts({ posts: [ROW], ads: [AD] })?.posts).toEqual([
    expect.objectContaining({
      id: 'a',
      title: 'Fog',
      author: expect.objectContaining(ROW.author),
      score: 3,
      vote: 0,
      mine: false,
      state: null,
    }),
  ]);
});

test.each([
  ...[undefined, null, [], '<!doctype html>', { message: 'no' }, { posts: [] }, { posts: [{ title: 'no id' }] }],
  ...[{ posts: [null] }, { posts: [ROW, 7] }],
])('anything else is ignored: %j', (value) => expect(readFirstPosts(value)).toBeNull());

test('they become the snapshot of a guest who has none', async () => {
  globalThis.rangedayFirstPosts = Promise.resolve({ posts: [ROW], ads: [AD] });
  await takeFirstPosts();
  expect(snapshotStore.get()).toMatchObject({
    ...{ account: 'guest', posts: [{ id: 'a' }], ads: [AD], updatedAt: null },
  });
});

test('they replace neither a stored snapshot nor a member’s', async () => {
  const kept = { v: 2, account: 'guest', posts: [], me: null, updatedAt: null } as const;
  adoptSnapshot({ ...kept, posts: [] });
  globalThis.rangedayFirstPosts = Promise.resolve({ posts: [ROW], ads: [AD] });
  await takeFirstPosts();
  expect(snapshotStore.get()?.posts).toEqual([]);

  adoptSnapshot(null);
  adoptSession({ kind: 'member', userId: 'm', email: '', username: null });
  await takeFirstPosts();
  expect(snapshotStore.get()).toBeNull();
});

test('the first paint waits for them briefly, and late ones are still shown', async () => {
  vi.useFakeTimers();
  const late = Promise.withResolvers<unknown>();
  globalThis.rangedayFirstPosts = late.promise;
  const taken = takeFirstPosts();
  await vi.advanceTimersByTimeAsync(300);
  await taken;
  expect(snapshotStore.get()).toBeNull();
  late.resolve({ posts: [ROW], ads: [] });
  await vi.advanceTimersByTimeAsync(0);
  expect(snapshotStore.get()?.posts).toHaveLength(1);
});

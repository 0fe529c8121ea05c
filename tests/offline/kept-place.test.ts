import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedPost } from '#contract/feed-post.ts';
import { adoptPlacedPosts, mainFeed, narrowMainFeed } from '#features/feed/main-queries.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ME, AUTHOR] = [id(1), id(2)];
const at = (n: number) => new Date(Date.UTC(2026, 10, 21, 10, n)).toISOString();

let me: SignedIn;
beforeEach(async () => {
  me = await signIn(ME);
});
afterEach(async () => {
  narrowMainFeed();
  await me.close();
});

test('the first answer has the posts that were on screen when the app was closed, however many have arrived above them', async () => {
  for (let n = 100; n < 230; n += 1) {
    await me.synced('posts', id(n), {
      user_id: AUTHOR,
      title: 'x',
      visibility: 'public',
      status: 'live',
      created_at: at(n),
    });
  }
  const onScreen = [104, 103, 102].map((n) => ({ id: id(n), sticky: false, isNew: false, created_at: at(n) }));
  // Cast: a post that is not on screen has only an id.
  const posts = [...onScreen, { id: id(101) }] as unknown as FeedPost[];
  adoptPlacedPosts(ME, posts);
  const seen: (readonly string[])[] = [];
  await new Promise<void>((resolve) => {
    const stop = mainFeed.subscribe(() => {
      const { posts: now } = mainFeed.get();
      seen.push(now.map((post) => post.id));
      if (now.length > posts.length) {
        stop();
        resolve();
      }
    });
  });
  for (const ids of seen) expect(ids).toEqual(expect.arrayContaining(onScreen.map((post) => post.id)));
  expect(seen.at(-1)?.[0]).toBe(id(229));
});

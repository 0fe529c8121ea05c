import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedPost } from '#contract/feed-post.ts';
import { adoptSnapshot, flushSnapshot } from '#data/first-screen/snapshot.ts';
import { adoptPlacedPosts, mainFeed, narrowMainFeed } from '#features/feed/main-queries.ts';
import { friendsFeed, narrowFriendsFeed } from '#features/feed/tab-queries.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (n: number) => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [AUTHOR, FRIENDSHIP] = [id(2), id(3)];
const at = (n: number) => new Date(Date.UTC(2026, 10, 21, 10, n)).toISOString();
const [OLDEST, NEWEST] = [100, 229];

let account: string;
let me: SignedIn;
beforeEach(async () => {
  // The queries remember what they have shown to an account.
  account = crypto.randomUUID();
  me = await signIn(account);
});
afterEach(async () => {
  // What this account's rows have added to it is stored a moment later, in place of the next one's.
  await flushSnapshot();
  adoptSnapshot(null);
  narrowMainFeed();
  narrowFriendsFeed();
  await me.close();
});

async function syncPosts(visibility: 'public' | 'friends'): Promise<void> {
  const row = { user_id: AUTHOR, title: 'x', visibility, status: 'live' };
  for (let n = OLDEST; n <= NEWEST; n += 1) await me.synced('posts', id(n), { ...row, created_at: at(n) });
}

/** Cast: what the queries read of a post. */
const shown = (...numbers: number[]) =>
  numbers.map((n) => ({ id: id(n), sticky: false, isNew: false, state: null, created_at: at(n) }) as FeedPost);
const ids = (posts: readonly FeedPost[]) => posts.map((post) => post.id);

/** All that the feed shows until the database has answered. */
async function upToAnswer(feed: typeof mainFeed): Promise<(readonly string[])[]> {
  const seen: (readonly string[])[] = [];
  await new Promise<void>((resolve) => {
    const stop = feed.subscribe(() => {
      const now = ids(feed.get().posts);
      seen.push(now);
      if (!now.includes(id(NEWEST))) return;
      stop();
      resolve();
    });
  });
  return seen;
}

test('the first answer has the posts that were on screen when the app was closed, however many have arrived above them', async () => {
  await syncPosts('public');
  const onScreen = shown(104, 103, 102);
  // Cast: a post that is not on screen has only an id.
  adoptPlacedPosts(account, [...onScreen, { id: id(101) } as FeedPost]);
  for (const now of await upToAnswer(mainFeed)) expect(now).toEqual(expect.arrayContaining(ids(onScreen)));
});

test.each([
  ['public', mainFeed],
  ['friends', friendsFeed],
] as const)(
  '%s posts: so it has those of the last visit, for the new ones to wait behind the pill',
  async (visibility, feed) => {
    await me.synced('friends', FRIENDSHIP, { user_id: account, friend_id: AUTHOR, status: 'accepted' });
    await syncPosts(visibility);
    const posts = shown(104, 103, 102);
    adoptSnapshot({ v: 2, account, posts, friends: posts, me: null, updatedAt: null });
    for (const now of await upToAnswer(feed)) expect(now).toEqual(expect.arrayContaining(ids(posts)));
  },
);

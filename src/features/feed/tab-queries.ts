import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { live } from '#data/replica/live.ts';
import { readSnapshot, storeSnapshot, snapshotStore } from '#data/first-screen/snapshot.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { createStore, deriveStore, type Store, whenStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { FEED_TABLES, lowestOf, placeOf, WINDOW } from './main-queries.ts';

export interface FeedRows {
  posts: readonly FeedPost[];
  /** False until the first sync has completed: an empty list then means "not synced yet", not "no posts". */
  synced: boolean;
}

const friendsWindow = createStore(WINDOW);

const friendsRows = live<FeedRow, FeedPost>({
  sql: async () => (await import('./feed-sql.ts')).FRIENDS_FEED_SQL,
  tables: [...FEED_TABLES, 'friends'],
  params: (session) => [accountOf(session), friendsWindow.get()],
  decode: toFeedPost,
  onRows: ({ rows, complete }, session) => {
    // A database that has not synced may be empty: the posts of the last visit stay.
    if (rows.length > 0 || complete) storeSnapshot(accountOf(session), { friends: rows });
  },
  // None of these posts counts as pinned here.
  window: {
    size: friendsWindow,
    place: (row) => placeOf({ ...row, sticky: 0 }),
    lowest: () => lowestOf(storedPosts().map((post) => ({ ...post, sticky: false }))),
  },
});

const trendingRows = live<FeedRow, FeedPost>({
  sql: async () => (await import('./feed-sql.ts')).TRENDING_FEED_SQL,
  tables: [...FEED_TABLES, 'listed_posts'],
  decode: toFeedPost,
});

/** Of this account's snapshot. */
const storedPosts = (): readonly FeedPost[] =>
  readSnapshot(snapshotStore.get(), accountOf(sessionStore.get()))?.friends ?? [];

/** Until the database is known to have synced, the posts of the snapshot stand for those that it does not have yet. */
export const friendsFeed: Store<FeedRows> = deriveStore(
  [friendsRows, snapshotStore, sessionStore],
  ({ rows, complete }) => {
    const stored = storedPosts();
    return complete || stored.length === 0
      ? { posts: rows, synced: complete }
      : { posts: rows.length > 0 ? rows : stored, synced: true };
  },
);
export const trendingFeed: Store<FeedRows> = deriveStore([trendingRows], ({ rows, complete }) => ({
  posts: rows,
  synced: complete,
}));

export const useFriendsFeed = (): FeedRows => useStore(friendsFeed);
export const useTrendingFeed = (): FeedRows => useStore(trendingFeed);

/** Loads the next 50 friends-only posts. */
export function widenFriendsFeed(): void {
  if (friendsRows.get().rows.length >= friendsWindow.get()) friendsWindow.set(friendsWindow.get() + WINDOW);
}

export const narrowFriendsFeed = (): void => friendsWindow.set(WINDOW);

/** Puts friends-only posts into the snapshot, so that the next start shows that tab at once. */
export const storeFriendsPosts = (): Promise<unknown> => whenStore(friendsRows, ({ complete }) => complete);

import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { liveQuery } from '#data/replica/live-query.ts';
import { accountOf, type Session } from '#data/session/session.ts';
import { openStreams } from '#data/replica/streams.ts';
import { widenMainFeed } from '#features/posts/queries.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { FRIENDS_FEED_SQL, FRIENDS_FEED_TABLES, TRENDING_FEED_SQL, TRENDING_FEED_TABLES } from './feed-sql.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';

export type { FeedPost } from '#contract/feed-post.ts';

export interface FeedRows {
  posts: readonly FeedPost[];
  /** False until the first sync was complete once: an empty list then means "not synced yet", not "nothing there". */
  synced: boolean;
}

const decode = (row: FeedRow, session: Session) => toFeedPost(row, session.kind === 'member' ? session : null);

const NEXT_WINDOW = 50;
const friendsWindow = createStore(NEXT_WINDOW);

const friendsRows = liveQuery<FeedRow, FeedPost>({
  sql: FRIENDS_FEED_SQL,
  tables: FRIENDS_FEED_TABLES,
  params: (session) => [accountOf(session), friendsWindow.get()],
  decode,
  restartOn: friendsWindow,
});

const trendingRows = liveQuery<FeedRow, FeedPost>({ sql: TRENDING_FEED_SQL, tables: TRENDING_FEED_TABLES, decode });

const withSync = (rows: typeof friendsRows): Store<FeedRows> =>
  deriveStore([rows], (live) => ({ posts: live.rows, synced: live.synced }));

const friendsFeed = withSync(friendsRows);
const trendingFeed = withSync(trendingRows);

export const useFriendsFeed = (): FeedRows => useStore(friendsFeed);
export const useTrendingFeed = (): FeedRows => useStore(trendingFeed);

/* ---- Older pages of the public feed. Every device holds the newest three; the others come when somebody reads that far. ---- */

/** The oldest page that comes by itself; null while this device does not know. */
const oldestHotPage = liveQuery<{ id: string; page: number | null }, number | null>({
  sql: `SELECT 'oldest' AS id, min(page) AS page FROM feed_windows WHERE kind = 'public_hot'`,
  decode: (row) => row.page,
});

/** How many older pages have been asked for. Stays, so that Back finds the place again. */
const askedPages = createStore(0);

const olderPages: Store<readonly number[] | null> = deriveStore([oldestHotPage, askedPages], ({ rows }, asked) => {
  const hot = rows[0] ?? null;
  if (hot === null) return null;
  return Array.from({ length: Math.min(asked, hot) }, (_, index) => hot - 1 - index);
});

export interface OlderPages {
  /** Pages asked for, newest first. */
  pages: readonly number[];
  /** There are no more on the server. */
  isEnd: boolean;
}

const older = deriveStore([olderPages, oldestHotPage], (pages, { rows }): OlderPages => {
  const hot = rows[0] ?? null;
  return { pages: pages ?? [], isEnd: hot !== null && pages !== null && pages.length >= hot };
});

export const useOlderPages = (): OlderPages => useStore(older);

const pageStreams = new Map<number, Store<boolean>>();

/** Keeps a page on the device while it is on screen (and some time after); true once all of it is here. */
export function useFeedPage(page: number): boolean {
  let stream = pageStreams.get(page);
  if (!stream) pageStreams.set(page, (stream = openStreams(() => [{ name: 'feed_page', parameters: { page } }])));
  return useStore(stream);
}

/** For who comes to the end of a feed: first what is here already, then the next page of the server, one at a time. */
export function showOlder(tab: FeedTab): void {
  if (tab === 'friends' && friendsRows.get().rows.length >= friendsWindow.get()) {
    friendsWindow.set(friendsWindow.get() + NEXT_WINDOW);
  }
  if (tab !== 'main' || widenMainFeed()) return;
  const { pages, isEnd } = older.get();
  const last = pages.at(-1);
  const lastIsHere = last === undefined || pageStreams.get(last)?.get() === true;
  if (!isEnd && lastIsHere) askedPages.set(pages.length + 1);
}

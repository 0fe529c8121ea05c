import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { type Live, liveQuery } from '#data/replica/live-query.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { keepSnapshot, snapshotStore } from '#data/first-screen/snapshot.ts';
import { syncState } from '#data/connection/status-store.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { FEED_TABLES, MAIN_FEED_SQL } from './feed-sql.ts';

export interface MainFeed {
  posts: FeedPost[];
  /** False until the feed was complete once: an empty list then means "not synced yet", not "nothing there". */
  synced: boolean;
}

const FIRST_WINDOW = 50;
const NEXT_WINDOW = 50;

const feedWindow = createStore(FIRST_WINDOW);

/** What the picture kept from last time shows of this account. */
function pictureOf(session: Session): FeedPost[] {
  const snapshot = snapshotStore.get();
  return snapshot?.account === accountOf(session) ? snapshot.posts : [];
}

/** A post that the picture shows just so stays the same object: when the database takes over, nothing is drawn again. */
function asInPicture(row: FeedRow, session: Session): FeedPost {
  const post = toFeedPost(row, session);
  const shown = pictureOf(session).find(({ id }) => id === post.id);
  return shown && isSame(shown, post) ? shown : post;
}

const isSame = (one: FeedPost, other: FeedPost): boolean =>
  Object.entries(other).every(([name, value]) => Object.is(one[name as keyof FeedPost], value));

const feedRows = liveQuery<FeedRow, FeedPost>({
  sql: MAIN_FEED_SQL,
  tables: FEED_TABLES,
  params: () => [feedWindow.get()],
  decode: asInPicture,
  onRows: (live, session) => {
    const posts = withPicture(live, session);
    if (posts.length > 0 || live.synced) keepSnapshot(accountOf(session), { posts });
  },
  restartOn: feedWindow,
});

/**
 * The rows of a database that has synced. One that has not (a first visit, or a file that was cleared or damaged) may hold nothing
 * but what waits to be sent, and while that waits PowerSync shows nothing else: the picture stays behind its rows. What is unsent
 * the database alone knows, since it is discarded there.
 */
function withPicture({ rows, ready, synced }: Live<FeedPost>, session: Session): FeedPost[] {
  if (synced) return rows;
  const picture = pictureOf(session);
  if (!ready) return picture;
  const here = new Set(rows.map(({ id }) => id));
  return [...rows, ...picture.filter(({ id, isNew }) => !isNew && !here.has(id))].toSorted(inFeedOrder);
}

const place = ({ id, sticky, isNew, state, created_at }: FeedPost): string =>
  `${Number(sticky)}${Number(isNew && state !== 'refused')}${created_at}${id}`;

/** As the query's own order. */
const inFeedOrder = (one: FeedPost, other: FeedPost): number => (place(one) < place(other) ? 1 : -1);

export const mainFeed: Store<MainFeed> = deriveStore(
  [feedRows, snapshotStore, syncState, sessionStore],
  (live, _snapshot, { synced }, session): MainFeed => {
    const posts = withPicture(live, session);
    return { posts, synced: live.ready ? live.synced : synced && posts.length > 0 };
  },
);

/** Pinned first, then own unsent ones as the newest, then newest; as many as the window is wide. */
export function useMainFeed(): MainFeed {
  return useStore(mainFeed);
}

/**
 * Widens the window for who has come to its end; false when everything on this device is in it already. It stays wide, so that
 * Back finds the place again.
 */
export function widenMainFeed(): boolean {
  const { rows, ready } = feedRows.get();
  if (!ready || rows.length < feedWindow.get()) return !ready;
  feedWindow.set(feedWindow.get() + NEXT_WINDOW);
  return true;
}

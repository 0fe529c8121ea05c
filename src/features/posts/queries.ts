import { type FeedPost, type FeedRow, toFeedPost } from '#data/feed-post.ts';
import { liveQuery } from '#data/live-query.ts';
import { accountOf, type Session, sessionStore } from '#data/session.ts';
import { keepSnapshot, snapshotStore } from '#data/snapshot.ts';
import { syncState } from '#data/sync/status-store.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { FEED_TABLES, MAIN_FEED_SQL } from './feed-sql.ts';

export type { FeedPost, SendState } from '#data/feed-post.ts';

export interface MainFeed {
  posts: FeedPost[];
  /** Where the posts came from: the picture kept from last time, or the database. */
  source: 'snapshot' | 'replica';
  /** False until the feed was complete once: an empty list then means "not synced yet", not "nothing there". */
  synced: boolean;
  /** The last sync that succeeded. */
  updatedAt: Date | null;
}

const FIRST_WINDOW = 50;
const NEXT_WINDOW = 50;

export const decodePost = (row: FeedRow, session: Session) =>
  toFeedPost(row, session.kind === 'member' ? session : null);

const feedWindow = createStore(FIRST_WINDOW);

/** A post that the picture shows just so stays the same object: when the database takes over, nothing is drawn again. */
function asInPicture(row: FeedRow, session: Session): FeedPost {
  const post = decodePost(row, session);
  const picture = snapshotStore.get();
  const shown = picture?.account === accountOf(session) ? picture.posts.find(({ id }) => id === post.id) : undefined;
  return shown && isSame(shown, post) ? shown : post;
}

const isSame = (one: FeedPost, other: FeedPost): boolean =>
  Object.entries(other).every(([name, value]) => Object.is(one[name as keyof FeedPost], value));

const feedRows = liveQuery<FeedRow, FeedPost>({
  sql: MAIN_FEED_SQL,
  tables: FEED_TABLES,
  params: () => [feedWindow.get()],
  decode: asInPicture,
  // An unsynced empty database must not replace the picture of a full one.
  onRows: (posts, session) => {
    if (posts.length > 0 || syncState.get().synced) keepSnapshot(accountOf(session), { posts: [...posts] });
  },
  restartOn: feedWindow,
});

/** The picture until the database knows better: it has rows, or has synced and truly has none. */
export const mainFeed: Store<MainFeed> = deriveStore(
  [feedRows, snapshotStore, syncState, sessionStore],
  (live, snapshot, { synced, updatedAt }, session): MainFeed => {
    const picture = snapshot?.account === accountOf(session) ? snapshot.posts : [];
    const useReplica = live.ready && (live.rows.length > 0 || synced || picture.length === 0);
    return useReplica
      ? { posts: live.rows, source: 'replica', synced, updatedAt }
      : { posts: picture, source: 'snapshot', synced: synced && picture.length > 0, updatedAt };
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

import { type FeedPost, type FeedRow, toFeedPost } from '#data/feed-post.ts';
import { type Live, liveQuery } from '#data/live-query.ts';
import { accountOf, type Session, sessionStore } from '#data/session.ts';
import { keepSnapshot, snapshotStore } from '#data/snapshot.ts';
import { syncState } from '#data/sync/status-store.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { MAIN_FEED_SQL, POST_SQL } from './feed-sql.ts';

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

const decode = (row: FeedRow, session: Session) => toFeedPost(row, session.kind === 'member' ? session : null);

const feedWindow = createStore(FIRST_WINDOW);

const feedRows = liveQuery<FeedRow, FeedPost>({
  sql: MAIN_FEED_SQL,
  params: () => [feedWindow.get()],
  decode,
  // An unsynced empty database must not replace the picture of a full one.
  onRows: (posts, session) => {
    if (posts.length > 0 || syncState.get().synced) keepSnapshot(accountOf(session), { posts: [...posts] });
  },
  restartOn: feedWindow,
});

/** The picture until the database knows better: it has rows, or has synced and truly has none. */
const mainFeed: Store<MainFeed> = deriveStore(
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

/** Widens the window for who has come to its end. It stays wide, so that Back finds the place again. */
export function showOlder(): void {
  const { rows, ready } = feedRows.get();
  if (ready && rows.length >= feedWindow.get()) feedWindow.set(feedWindow.get() + NEXT_WINDOW);
}

const postStores = new Map<string, Store<Live<FeedPost>>>();
const POST_STORES = 20;

/** Kept for a while, so that going back shows the post at once. */
function postStore(id: string): Store<Live<FeedPost>> {
  let store = postStores.get(id);
  if (!store) {
    store = liveQuery<FeedRow, FeedPost>({ sql: POST_SQL, params: () => [id, id], decode });
    postStores.set(id, store);
    const oldest = postStores.keys().next().value;
    if (postStores.size > POST_STORES && oldest) postStores.delete(oldest);
  }
  return store;
}

/** `post: null` means deleted or unknown only when `synced`: what is not on the device may well be there while nobody answers. */
export function usePost(id: string): { post: FeedPost | null; synced: boolean } {
  const live = useStore(postStore(id));
  const feed = useStore(mainFeed);
  const { synced, phase } = useStore(syncState);
  const post = live.ready ? (live.rows[0] ?? null) : (feed.posts.find((item) => item.id === id) ?? null);
  return { post, synced: live.ready && synced && phase === 'online' };
}

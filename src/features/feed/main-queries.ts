import { type FeedPost, type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import type { Found } from '#data/replica/answer.ts';
import { live } from '#data/replica/live.ts';
import { accountOf, type Session, sessionStore } from '#data/session/session.ts';
import { readSnapshot, storeSnapshot, snapshotStore } from '#data/first-screen/snapshot.ts';
import { syncState } from '#data/device/sync-state.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

export interface MainFeed {
  posts: readonly FeedPost[];
  /** False until the first sync has completed: an empty list then means "not synced yet", not "no posts". */
  synced: boolean;
}

/** Posts that a feed asks for at first, and further ones each time its end is near. */
export const WINDOW = 50;

const feedWindow = createStore(WINDOW);

/** Of a feed that was left below its first screen, until the database has answered: src/app/continue-place.ts. */
let placed: { account: string; posts: readonly FeedPost[] } | undefined;

/** @param posts those that are not on screen have only an id */
export function adoptPlacedPosts(account: string, posts: readonly FeedPost[]): void {
  placed = { account, posts };
  feedWindow.set(Math.max(WINDOW, posts.length));
}

/** The posts of this account's snapshot. */
const snapshotPosts = (session: Session): readonly FeedPost[] =>
  readSnapshot(snapshotStore.get(), accountOf(session))?.posts ?? [];

/** A post that equals its snapshot stays the same object, so that nothing renders again when the database opens. */
function sameAsSnapshot(row: FeedRow, session: Session): FeedPost {
  const post = toFeedPost(row, session);
  const shown = snapshotPosts(session).find(({ id }) => id === post.id);
  return shown && isSame(shown, post) ? shown : post;
}

const isSame = (one: FeedPost, other: FeedPost): boolean =>
  Object.entries(other).every(([name, value]) => Object.is(one[name as keyof FeedPost], value));

/** Tables that the feed queries watch. Without comments, which their posts count. */
export const FEED_TABLES = [
  ...['posts', 'post_images', 'people', 'post_stats', 'post_votes', 'saved_posts', 'polls', 'poll_stats', 'poll_votes'],
  ...['own_counts', 'outbox', 'blocks', 'mutes'],
];

/** Strings that sort like the feeds: pinned posts, then pending ones, then the newest. */
export const placeOf = ({ sticky, pending, created_at, id }: FeedRow): string =>
  `${sticky ?? 0}${pending}${created_at}${id}`;

const feedRows = live<FeedRow, FeedPost>({
  // Loaded with the database, because the first screen needs neither.
  sql: async () => (await import('./feed-sql.ts')).MAIN_FEED_SQL,
  tables: FEED_TABLES,
  params: () => [feedWindow.get()],
  decode: sameAsSnapshot,
  onRows: (found, session) => {
    placed = undefined;
    const posts = withSnapshot(found, session);
    if (posts.length > 0 || found.complete) storeSnapshot(accountOf(session), { posts });
  },
  window: { size: feedWindow, place: placeOf, lowest: lowestShown },
});

/**
 * More posts may have arrived above those that are on screen before the database answers than the window has. They wait
 * behind the pill, which needs a post that was shown.
 */
function lowestShown(): string | undefined {
  const session = sessionStore.get();
  return lowestOf(placed?.account === accountOf(session) ? placed.posts : snapshotPosts(session));
}

export const lowestOf = (posts: readonly FeedPost[]): string | undefined =>
  posts
    .filter(({ created_at }) => created_at)
    .map(place)
    .toSorted()[0];

/**
 * The rows of a synced database. Before its first sync (a first visit, a cleared file) it may hold only unsent posts,
 * which block downloads, so the snapshot stays below them, without its unsent posts.
 */
function withSnapshot({ rows, ready, complete }: Found<FeedPost>, session: Session): readonly FeedPost[] {
  if (complete || rows.some(({ state }) => state === null)) return rows;
  const stored = snapshotPosts(session);
  if (!ready) return placed?.account === accountOf(session) ? placed.posts : stored;
  const here = new Set(rows.map(({ id }) => id));
  return [...rows, ...stored.filter(({ id, isNew }) => !isNew && !here.has(id))].toSorted(inFeedOrder);
}

const place = ({ id, sticky, isNew, state, created_at }: FeedPost): string =>
  `${Number(sticky)}${Number(isNew && state !== 'refused')}${created_at}${id}`;

/** The order of the query. */
const inFeedOrder = (one: FeedPost, other: FeedPost): number => (place(one) < place(other) ? 1 : -1);

export const mainFeed: Store<MainFeed> = deriveStore(
  [feedRows, snapshotStore, syncState, sessionStore],
  (found, _snapshot, { synced }, session): MainFeed => {
    const posts = withSnapshot(found, session);
    return { posts, synced: found.ready ? found.complete : synced && posts.length > 0 };
  },
);

/** Pinned first, then own unsent posts, then newest; limited by the window. */
export function useMainFeed(): MainFeed {
  return useStore(mainFeed);
}

/**
 * Loads the next 50 posts of this device; false when all are loaded. The window stays wide, so that Back restores the
 * scroll position.
 */
export function widenMainFeed(): boolean {
  const { rows, ready } = feedRows.get();
  if (!ready || rows.length < feedWindow.get()) return !ready;
  feedWindow.set(feedWindow.get() + WINDOW);
  return true;
}

/** The oldest of the newest pages when the reader left the top: older-queries.ts. */
export const readPages = createStore<{ account: string; from: number } | null>(null);

/** For a reader who is shown the newest posts: what is below them is loaded again when it is read. */
export function narrowMainFeed(): void {
  readPages.set(null);
  feedWindow.set(WINDOW);
}

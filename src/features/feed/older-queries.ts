import { live } from '#data/replica/live.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { syncedSince } from '#data/replica/streams.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { mainFeed, readPages, widenMainFeed } from './main-queries.ts';
import { widenFriendsFeed } from './tab-queries.ts';

/* Older pages of the public feed. Devices sync the newest three; older ones are synced on demand. */

/** Posts that a request for older ones should bring, if there are as many. */
const WANTED = 20;
/** Pages that are requested at once after pages without posts. */
const MOST_PAGES = 8;
/** Pages that are synced automatically (feed_windows). */
const HOT_PAGES = 3;

/** The oldest page that is synced automatically; null while unknown. */
const oldestHotPage = live<{ id: string; page: number | null }, number | null>({
  sql: `SELECT 'oldest' AS id, min(page) AS page FROM feed_windows WHERE kind = 'public_hot'`,
  decode: (row) => row.page,
});

interface Request {
  /** Older pages that were requested. */
  count: number;
  /** What the last request should make of the feed. */
  posts: number;
  /** How many pages are requested at once. */
  pages: number;
}

const NO_REQUEST: Request = { count: 0, posts: 0, pages: 1 };

/** Those of the account stay, so that Back restores the scroll position. */
const lastRequest = createStore({ ...NO_REQUEST, account: '' });
const request = deriveStore([lastRequest, sessionStore], (last, session): Request =>
  last.account === accountOf(session) ? last : NO_REQUEST,
);
const ask = (next: Request): void => lastRequest.set({ ...next, account: accountOf(sessionStore.get()) });

/** Above 0 once the page is complete. It is synced while the store has listeners, and for some time after. */
const pageStream = (page: number): Store<number> => syncedSince([{ name: 'feed_page', parameters: { page } }]);

export interface OlderPages {
  /** Some were requested. */
  isAsked: boolean;
  /** All requested pages are on this device. */
  isHere: boolean;
  /** The server has no older pages than those that were requested. Null while unknown. */
  isEnd: boolean | null;
}

/** Requested pages, newest first, and those of a reader below the top, which newer pages would replace. */
const asked = deriveStore([oldestHotPage, request, readPages], ({ rows }, { count }) => {
  const hot = rows[0] ?? null;
  const from = readFrom();
  const top = from ?? hot ?? 0;
  const pages = Array.from({ length: Math.min(count, top) }, (_, index) => top - 1 - index);
  const read = from === null ? [] : Array.from({ length: HOT_PAGES }, (_, index) => from + index);
  return { pages, read, isEnd: hot === null ? null : pages.length >= top };
});

/** Changes when a page has arrived. */
const arrivals = createStore(0, { onActive: syncRequested });

function syncRequested(): () => void {
  const open = new Map<number, () => void>();
  const follow = () => {
    const { pages: older, read } = asked.get();
    const pages = new Set([...older, ...read]);
    for (const [page, close] of open) {
      if (pages.has(page)) continue;
      close();
      open.delete(page);
    }
    for (const page of pages) if (!open.has(page)) open.set(page, pageStream(page).subscribe(noteArrival));
    void requestMore();
  };
  const stop = asked.subscribe(follow);
  follow();
  return () => {
    stop();
    for (const close of open.values()) close();
  };
}

function noteArrival(): void {
  arrivals.set(arrivals.get() + 1);
  void requestMore();
}

/** Requested pages are synced while this has listeners. */
export const olderPages: Store<OlderPages> = deriveStore([asked, arrivals], ({ pages, isEnd }) => ({
  isAsked: pages.length > 0,
  isHere: pages.every((page) => pageStream(page).get() > 0),
  isEnd,
}));

/** For a later start. */
export interface AskedPages {
  older: number;
  /** Missing in a place that an older version stored. */
  from?: number | null | undefined;
}

export const olderAsked = (): AskedPages => ({ older: request.get().count, from: readFrom() });

function readFrom(): number | null {
  const read = readPages.get();
  return read?.account === accountOf(sessionStore.get()) ? read.from : null;
}

/** Requests as many again, so that no post of theirs is removed from the device while it is read. */
export function askAgain({ older, from }: AskedPages): void {
  ask({ ...request.get(), count: Math.max(request.get().count, older) });
  if (typeof from === 'number') keepFrom(from);
}

const keepFrom = (from: number): void => readPages.set({ account: accountOf(sessionStore.get()), from });

/**
 * For a reader below the top: posts on screen stay on this device, however many newer ones are published meanwhile. The
 * pages are requested while they are synced automatically, because their rows go with the checkpoint that ends that.
 */
export function keepReadPages(): void {
  const hot = oldestHotPage.get().rows[0];
  if (readFrom() === null && typeof hot === 'number') keepFrom(hot);
}

export const useOlderPages = (): OlderPages => useStore(olderPages);

/** A page may be empty: then nobody scrolls, so more are requested here, twice as many each time. */
async function requestMore(): Promise<void> {
  const { isHere, isEnd } = olderPages.get();
  const replica = replicaStore.get();
  if (isEnd !== false || !isHere || !replica) return;
  const before = request.get();
  const { MAIN_FEED_SQL } = await import('./feed-sql.ts');
  const wanted = Math.max(before.posts, 1);
  // Not the rows of the live query, which follow an arrival a moment later.
  const found = await replica.db.getAll(`SELECT 1 FROM (${MAIN_FEED_SQL})`, [wanted]);
  if (found.length >= wanted || request.get() !== before) return;
  ask({ ...before, count: before.count + before.pages, pages: Math.min(before.pages * 2, MOST_PAGES) });
}

/** Called at the end of a feed: shows more rows of this device first, then requests the next page of the server. */
export function showOlder(tab: FeedTab): void {
  if (tab === 'friends') widenFriendsFeed();
  if (tab !== 'main' || widenMainFeed()) return;
  const { isHere, isEnd } = olderPages.get();
  if (isEnd !== false || !isHere) return;
  ask({ count: request.get().count + 1, posts: mainFeed.get().posts.length + WANTED, pages: 1 });
}

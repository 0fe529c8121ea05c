import { live } from '#data/replica/live.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { syncedSince } from '#data/replica/streams.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { mainFeed, widenMainFeed } from './main-queries.ts';
import { widenFriendsFeed } from './tab-queries.ts';

/* Older pages of the public feed. Devices sync the newest three; older ones are synced on demand. */

/** Posts that a request for older ones should bring, if there are as many. */
const WANTED = 20;
/** Pages that are requested at once after pages without posts. */
const MOST_PAGES = 8;

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

/** Requested pages, newest first. */
const asked = deriveStore([oldestHotPage, request], ({ rows }, { count }) => {
  const hot = rows[0] ?? null;
  const pages = Array.from({ length: Math.min(count, hot ?? 0) }, (_, index) => (hot ?? 0) - 1 - index);
  return { pages, isEnd: hot === null ? null : pages.length >= hot };
});

/** Changes when a page has arrived. */
const arrivals = createStore(0, { onActive: syncRequested });

function syncRequested(): () => void {
  const open = new Map<number, () => void>();
  const follow = () => {
    const pages = new Set(asked.get().pages);
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

/** How many were requested, for a later start. */
export const olderAsked = (): number => request.get().count;

/** Requests as many again, so that no post of theirs is removed from the device while it is read. */
export const askAgain = (count: number): void => ask({ ...request.get(), count: Math.max(request.get().count, count) });

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

import { liveQuery } from '#data/replica/live-query.ts';
import { openStreams } from '#data/replica/streams.ts';
import { createStore, deriveStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import type { FeedTab } from '#contract/feed-tabs.ts';
import { widenMainFeed } from './main-queries.ts';
import { widenFriendsFeed } from './tab-queries.ts';

/*
 * Older pages of the public feed. Every device syncs the newest three; older pages are synced on demand.
 */

/** The oldest page that is synced automatically; null while unknown. */
const oldestHotPage = liveQuery<{ id: string; page: number | null }, number | null>({
  sql: `SELECT 'oldest' AS id, min(page) AS page FROM feed_windows WHERE kind = 'public_hot'`,
  decode: (row) => row.page,
});

/** Number of older pages requested. Never reset, so that Back restores the scroll position. */
const askedPages = createStore(0);

const olderPages: Store<readonly number[] | null> = deriveStore([oldestHotPage, askedPages], ({ rows }, asked) => {
  const hot = rows[0] ?? null;
  if (hot === null) return null;
  return Array.from({ length: Math.min(asked, hot) }, (_, index) => hot - 1 - index);
});

export interface OlderPages {
  /** Requested pages, newest first. */
  pages: readonly number[];
  /** The server has no older pages. */
  isEnd: boolean;
}

const older = deriveStore([olderPages, oldestHotPage], (pages, { rows }): OlderPages => {
  const hot = rows[0] ?? null;
  return { pages: pages ?? [], isEnd: hot !== null && pages !== null && pages.length >= hot };
});

export const useOlderPages = (): OlderPages => useStore(older);

const pageStreams = new Map<number, Store<boolean>>();

/** Syncs a page while it is on screen (and for some time after); true once it is complete. */
export function useFeedPage(page: number): boolean {
  let stream = pageStreams.get(page);
  if (!stream) pageStreams.set(page, (stream = openStreams(() => [{ name: 'feed_page', parameters: { page } }])));
  return useStore(stream);
}

/** Called at the end of a feed: shows more rows of this device first, then requests the next page of the server, one at a time. */
export function showOlder(tab: FeedTab): void {
  if (tab === 'friends') widenFriendsFeed();
  if (tab !== 'main' || widenMainFeed()) return;
  const { pages, isEnd } = older.get();
  const last = pages.at(-1);
  const lastIsHere = last === undefined || pageStreams.get(last)?.get() === true;
  if (!isEnd && lastIsHere) askedPages.set(pages.length + 1);
}

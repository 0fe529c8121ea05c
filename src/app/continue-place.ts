import { boot } from '#data/first-screen/boot.ts';
import { type DrawnPage, isPlaceKept } from '#data/first-screen/drawn-page.ts';
import { continueEntry } from '#data/first-screen/first-rows.ts';
import { drawnPageKey } from '#data/first-screen/drawn-keys.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { readKey } from '#data/device/kv.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import { adoptPlacedPosts } from '#features/feed/main-queries.ts';
import { entryKey } from '#ui/list-places.ts';
import { noteVisited } from '#ui/use-after-first-paint.ts';
import { adoptListWindow } from '#ui/use-list-window.ts';

/**
 * Before the first render of a start that continues where the app was left: sw/drawn.js has given this tab the entry of
 * the history, so scroll position and list places are as after a reload. Here follows what the first render needs to
 * show the same entries: heights and posts.
 */
export async function continuePlace(): Promise<void> {
  await boot();
  const account = accountOf(sessionStore.get());
  const page = await readKey<DrawnPage>(drawnPageKey(account, location.pathname));
  const place = page?.path === location.pathname ? page.place : undefined;
  if (!isPlaceKept(place) || place.key !== entryKey()) return;
  noteVisited(place.key);
  continueEntry(place.key);
  const { list, feed } = place;
  if (!list) return;
  const parts = await import('#ui/window-virtualizer.ts');
  parts.remember(list);
  adoptListWindow(parts);
  if (!feed) return;
  const known = new Map([...(snapshotStore.get()?.posts ?? []), ...feed.posts].map((post) => [post.id, post]));
  const ids = list.items.map(([key]) => key).filter((key) => key !== 'ad');
  // Cast: the list renders only those on screen.
  adoptPlacedPosts(
    account,
    ids.map((id) => known.get(id) ?? ({ id } as FeedPost)),
  );
  const { askAgain } = await import('#features/feed/older-queries.ts');
  askAgain(feed);
}

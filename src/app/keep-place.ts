import {
  type KeptPlace,
  storeDrawnPage,
  isTooLarge,
  type PageToDraw,
  revisionFor,
} from '#data/first-screen/drawn-page.ts';
import { screenAt } from '#data/first-screen/drawn-keys.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { mainFeed } from '#features/feed/main-queries.ts';
import { keepReadPages, olderAsked } from '#features/feed/older-queries.ts';
import { shownViews } from '#features/messages/view-queries.ts';
import { keysOfMessages } from '#features/messages/queries.ts';
import { keysOfPost } from '#features/posts/queries.ts';
import { noteReading } from '#features/reading-place/mutations.ts';
import { entryKey, shownNow } from '#ui/list-places.ts';
import { measuredNow } from '#ui/window-virtualizer.ts';
import { drawPage } from './drawn-markup.tsx';
import { dropWhenChanged, readRows } from './store-messages.tsx';

/** Items of a virtual list, above which a start would read too much. */
const MOST_ITEMS = 500;

/** Whether the page at this address can be left at a place: something of it is on screen, and it is not the inbox. */
export const hasPlace = (path: string): boolean => screenAt(path)?.screen !== ':inbox' && shownNow().length > 0;

/**
 * Stores the page as it is on screen, with what its first render needs there: sw/drawn.js and continue-place.ts show it
 * after the app was closed or killed. `isLeft`: the page is hidden.
 */
export async function keepPlace(root: Element, page: PageToDraw, isLeft: boolean): Promise<void> {
  const snapshot = snapshotStore.get();
  const replica = replicaStore.get();
  const { screen: kind, id = '' } = screenAt(page.path) ?? {};
  const list = measuredNow(MOST_ITEMS);
  if (!snapshot || (kind === '' && !list)) return;
  if (kind === '' && scrollY > 0) keepReadPages();
  const place: KeptPlace = {
    ...{ at: Date.now(), key: entryKey() || 'kept', y: scrollY, lists: shownNow() },
    ...(list && { list }),
    ...(kind === '' && { feed: { posts: shownPosts(root), ...olderAsked() } }),
  };
  const whole = drawPage(root, {});
  // Its place holds without it.
  const markup = isTooLarge(whole) ? '' : whole;
  if (kind === '') {
    await storeDrawnPage({ v: 2, ...page, place, markup });
    const read = place.lists.flatMap(([, shown]) =>
      shown.map(([key]) => mainFeed.get().posts.find(({ id }) => id === key)),
    );
    const post = read.find((one) => one && !one.isNew);
    if (post) await noteReading(post.id, post.created_at, isLeft);
    return;
  }
  // Rows that no database has would not be shown.
  if (replica?.account !== page.account) return;
  const hasInbox = kind === ':thread' && page.look.startsWith('desk');
  const keys =
    kind === ':thread' ? keysOfMessages(page.account, id, hasInbox, shownViews.get(id)) : keysOfPost(page.account, id);
  const revision = revisionFor(page.path, snapshot, true) ?? '';
  await storeDrawnPage({ v: 2, ...page, revision, place, rows: await readRows(replica, keys), markup });
  dropWhenChanged(replica);
}

/** The posts of the feed that are rendered now. */
function shownPosts(root: Element) {
  const shown = new Set([...root.querySelectorAll<HTMLElement>('[data-key]')].map((item) => item.dataset['key']));
  return mainFeed.get().posts.filter(({ id }) => shown.has(id));
}

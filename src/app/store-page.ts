import {
  drawnWithRows,
  INSTALLED_SHEET,
  isDrawnPageStored,
  isTooLarge,
  storeDrawnPage,
  type PageToDraw,
  revisionFor,
} from '#data/first-screen/drawn-page.ts';
import { isOfMessages, screenAt } from '#data/first-screen/drawn-keys.ts';
import type { FeedPost } from '#contract/feed-post.ts';
import { isBelowTop, notePlace } from '#data/first-screen/place.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { replicaStore } from '#data/replica/replica.ts';
import { SHORTEST } from '#features/feed/feed.tsx';
import { AD_WIDE, firstAd } from '#features/ads/first-queries.ts';
import { AD_AFTER } from '#features/feed/ad-slot.tsx';
import { drawAd, drawEntry, drawPage, drawPost } from './drawn-markup.tsx';
import type { AppRouter } from './router.tsx';

declare global {
  /** What a first screen depends on besides its data: public/head.js. */
  var rangedayLook: (() => string) | undefined;
}

/** The screen counts as idle when it has not changed for this time. */
const REST_MS = 700;

/** What was stored last, by its address. */
const kept = new Map<string, string>();

/** Stores the first screen of feed, opened post, inbox and thread for the next start: when idle, and when left. */
export function storeFirstScreen(router: AppRouter): void {
  notePlace();
  const root = document.querySelector('#root');
  if (!root || !('serviceWorker' in navigator)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = (isLeaving: boolean) => {
    clearTimeout(timer);
    timer = undefined;
    void storeNow(root, router, isLeaving);
  };
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => store(false), REST_MS);
  };
  new MutationObserver(onChange).observe(root, { childList: true, subtree: true, characterData: true });
  snapshotStore.subscribe(onChange);
  addEventListener('resize', onChange);
  addEventListener('scroll', onChange, { passive: true });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store(true);
  });
  replicaStore.subscribe(() => void followMessages());
  void followMessages();
  onChange();
}

/** A stored page of messages is deleted as soon as its messages have changed. */
async function followMessages(): Promise<void> {
  const replica = replicaStore.get();
  if (replica && (await drawnWithRows(replica.account)).length > 0) (await loadMessages()).dropWhenChanged(replica);
}

const loadMessages = () => import('./store-messages.tsx');

// Safari has no idle callbacks.
const idle = () => new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

let lastRun = 0;

/** @param isLeaving the page may be frozen next: otherwise it draws one entry whenever the browser is idle */
async function storeNow(root: Element, router: AppRouter, isLeaving: boolean): Promise<void> {
  const run = (lastRun += 1);
  if (isBelowTop() && (await keepPlaceNow(root, router, isLeaving))) return;
  if (run !== lastRun) return;
  const drawing = whatToDraw();
  if (!drawing) return;
  const { page, posts } = drawing;
  const key = JSON.stringify(page);
  // Not after a newer run, or with something else on screen.
  const isCurrent = () => run === lastRun && (isLeaving || JSON.stringify(whatToDraw()?.page) === key);
  if (isOfMessages(page.path)) {
    if (!isLeaving) await idle();
    const { storeMessages } = await loadMessages();
    return storeMessages(root, router, page, isCurrent);
  }
  // Another tab may have replaced it with its own since.
  if (key === kept.get(page.path) && (await isDrawnPageStored(page))) return;
  const isFeed = page.path === '/';
  const entries: string[] = [];
  for (const [index, post] of posts.entries()) {
    if (!isLeaving) await idle();
    if (!isCurrent()) return;
    // The ad is one of the items.
    entries.push(
      isFeed ? drawEntry(router, page.look, post, index + Number(index >= AD_AFTER)) : drawPost(router, post),
    );
    if (isFeed && index + 1 === AD_AFTER) entries.push(drawAd(router, firstAd(matchMedia(AD_WIDE).matches)));
  }
  entries.splice(mostEntries());
  if (!isLeaving) await idle();
  for (; entries.length > 0; entries.pop()) {
    const markup = drawPage(root, { [isFeed ? 'feed' : 'post']: entries.join('') });
    if (isTooLarge(markup)) continue;
    kept.set(page.path, key);
    return markup === '' ? undefined : storeDrawnPage({ v: 2, ...page, markup });
  }
}

/** Between two writes of a place, in ms. */
const PLACE_PAUSE_MS = 3000;

let lastPlace = -Infinity;
let later: ReturnType<typeof setTimeout> | undefined;

/** Stores the page at the place to which it is scrolled. False: it is one that is kept at its start. */
async function keepPlaceNow(root: Element, router: AppRouter, isLeaving: boolean): Promise<boolean> {
  const pause = lastPlace + PLACE_PAUSE_MS - performance.now();
  const page = pageNow();
  if (!page) return false;
  const { keepPlace, hasPlace } = await import('./keep-place.ts');
  if (!hasPlace(page.path)) return false;
  if (pause > 0 && !isLeaving) {
    clearTimeout(later);
    later = setTimeout(() => void storeNow(root, router, false), pause);
    return true;
  }
  lastPlace = performance.now();
  kept.delete(page.path);
  await keepPlace(root, page, isLeaving);
  return true;
}

/** As many items as the first render of the list has. */
const mostEntries = (): number => Math.ceil(innerHeight / SHORTEST);

/** The page that could be stored now; null if none of those that are stored is on display. */
function whatToDraw(): { page: PageToDraw; posts: readonly FeedPost[] } | null {
  const page = pageNow();
  const { screen, id } = screenAt(page?.path ?? '') ?? {};
  const all = snapshotStore.get()?.posts ?? [];
  const posts = screen === '' ? all.slice(0, mostEntries()) : all.filter((post) => post.id === id);
  return page && (posts.length > 0 || isOfMessages(page.path)) ? { page, posts } : null;
}

/** The page on display, if it is of a kind that is stored. */
function pageNow(): PageToDraw | null {
  const snapshot = snapshotStore.get();
  const account = accountOf(sessionStore.get());
  const look = globalThis.rangedayLook?.();
  const code = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const { pathname, search } = location;
  if (screenAt(pathname) === undefined || search !== '' || !snapshot || snapshot.account !== account || !look || !code)
    return null;
  const revision = revisionFor(pathname, snapshot);
  if (!revision) return null;
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .map(({ href }) => new URL(href).pathname)
    .filter((path) => pathname !== '/' && INSTALLED_SHEET.test(path));
  return { account, path: pathname, look, revision, build: new URL(code.src).pathname, sheets };
}

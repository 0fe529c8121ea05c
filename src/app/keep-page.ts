import {
  INSTALLED_SHEET,
  isDrawnPageStored,
  isTooLarge,
  keepDrawnPage,
  postAt,
} from '#data/first-screen/drawn-page.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { SHORTEST } from '#features/feed/feed-list.tsx';
import { drawEntry, drawPage, drawPost } from './drawn-markup.tsx';
import type { AppRouter } from './router.tsx';

declare global {
  /** What a first screen depends on besides its data: public/head.js. */
  var rangedayLook: (() => string) | undefined;
}

/** The screen counts as idle when it has not changed for this time. */
const REST_MS = 700;

/** What was stored last, by its address. */
const kept = new Map<string, string>();

/** Stores the first screen of the feed and of an opened post for the next start, when it is idle and when it is left. */
export function keepFirstScreen(router: AppRouter): void {
  const root = document.querySelector('#root');
  if (!root || !('serviceWorker' in navigator)) return;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const keep = (atOnce: boolean) => {
    clearTimeout(timer);
    timer = undefined;
    void keepNow(root, router, atOnce);
  };
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(() => keep(false), REST_MS);
  };
  new MutationObserver(onChange).observe(root, { childList: true, subtree: true, characterData: true });
  snapshotStore.subscribe(onChange);
  addEventListener('resize', onChange);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep(true);
  });
  onChange();
}

// Safari has no idle callbacks.
const idle = () => new Promise<unknown>((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));

let lastRun = 0;

/** @param atOnce the page may be frozen next: otherwise it draws one entry whenever the browser is idle */
async function keepNow(root: Element, router: AppRouter, atOnce: boolean): Promise<void> {
  const run = (lastRun += 1);
  const drawing = whatToDraw();
  if (!drawing) return;
  const { page, posts } = drawing;
  const key = JSON.stringify(page);
  // Another tab may have replaced it with its own since.
  if (key === kept.get(page.path) && (await isDrawnPageStored(page))) return;
  const entries: string[] = [];
  for (const [index, post] of posts.entries()) {
    if (!atOnce) await idle();
    // A newer run, or something else on screen.
    if (run !== lastRun || (!atOnce && JSON.stringify(whatToDraw()?.page) !== key)) return;
    entries.push(page.path === '/' ? drawEntry(router, page.look, post, index) : drawPost(router, post));
  }
  if (!atOnce) await idle();
  for (; entries.length > 0; entries.pop()) {
    const markup = drawPage(root, entries);
    if (isTooLarge(markup)) continue;
    kept.set(page.path, key);
    return markup === '' ? undefined : keepDrawnPage({ v: 2, ...page, markup });
  }
}

/** The page that could be stored now; null if neither the feed's first screen nor one of its posts is on display. */
function whatToDraw() {
  const snapshot = snapshotStore.get();
  const account = accountOf(sessionStore.get());
  const look = globalThis.rangedayLook?.();
  const code = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const { pathname, search } = location;
  if (!snapshot?.revision || snapshot.account !== account || !look || !code || search !== '') return null;
  const posts =
    pathname === '/'
      ? snapshot.posts.slice(0, Math.ceil(innerHeight / SHORTEST))
      : snapshot.posts.filter(({ id }) => id === postAt(pathname));
  if (posts.length === 0) return null;
  const sheets = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')]
    .map(({ href }) => new URL(href).pathname)
    .filter((path) => pathname !== '/' && INSTALLED_SHEET.test(path));
  const page = {
    account,
    path: pathname,
    look,
    revision: snapshot.revision,
    build: new URL(code.src).pathname,
    sheets,
  };
  return { page, posts };
}

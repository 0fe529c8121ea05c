import { isDrawnPageStored, isTooLarge, keepDrawnPage } from '#data/first-screen/drawn-page.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { SHORTEST } from '#features/feed/feed-list.tsx';
import { drawEntry, drawFeed } from './drawn-markup.tsx';
import type { AppRouter } from './router.tsx';

declare global {
  /** What a first screen depends on besides its data: public/head.js. */
  var rangedayLook: (() => string) | undefined;
}

/** The screen counts as idle when it has not changed for this time. */
const REST_MS = 700;

let kept = '';

/** Stores the feed's first screen for the next start, when it is idle and when it is left. */
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
  if (key === kept && (await isDrawnPageStored(page))) return;
  const entries: string[] = [];
  for (const [index, post] of posts.slice(0, Math.ceil(innerHeight / SHORTEST)).entries()) {
    if (!atOnce) await idle();
    // A newer run, or something else on screen.
    if (run !== lastRun || (!atOnce && JSON.stringify(whatToDraw()?.page) !== key)) return;
    entries.push(drawEntry(router, page.look, post, index));
  }
  if (!atOnce) await idle();
  for (; entries.length > 0; entries.pop()) {
    const markup = drawFeed(root, entries);
    if (isTooLarge(markup)) continue;
    kept = key;
    return markup === '' ? undefined : keepDrawnPage({ v: 1, ...page, markup });
  }
}

/** The page that could be stored now; null if the feed's first screen is not on display. */
function whatToDraw() {
  const snapshot = snapshotStore.get();
  const account = accountOf(sessionStore.get());
  const look = globalThis.rangedayLook?.();
  const code = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const { pathname, search } = location;
  if (!snapshot?.revision || snapshot.account !== account || !look || !code || pathname !== '/' || search !== '')
    return null;
  const page = { account, look, revision: snapshot.revision, build: new URL(code.src).pathname };
  return { page, posts: snapshot.posts };
}

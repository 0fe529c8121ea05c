import { isDrawnPageStored, isTooLarge, keepDrawnPage } from '#data/first-screen/drawn-page.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { accountOf, sessionStore } from '#data/session/session.ts';
import { SHORTEST } from '#features/feed/feed-list.tsx';
import { drawFeed } from './drawn-markup.tsx';
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
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    void keepNow(root, router);
  };
  const whenIdle = () => (globalThis.requestIdleCallback ?? setTimeout)(keep);
  const onChange = () => {
    clearTimeout(timer);
    timer = setTimeout(whenIdle, REST_MS);
  };
  new MutationObserver(onChange).observe(root, { childList: true, subtree: true, characterData: true });
  snapshotStore.subscribe(onChange);
  addEventListener('resize', onChange);
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') keep();
  });
  onChange();
}

async function keepNow(root: Element, router: AppRouter): Promise<void> {
  const snapshot = snapshotStore.get();
  const account = accountOf(sessionStore.get());
  const look = globalThis.rangedayLook?.();
  const code = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  const { pathname, search } = location;
  if (!snapshot?.revision || snapshot.account !== account || !look || !code || pathname !== '/' || search !== '')
    return;
  const page = { account, look, revision: snapshot.revision, build: new URL(code.src).pathname };
  const key = JSON.stringify(page);
  // Another tab may have replaced it with its own since.
  if (key === kept && (await isDrawnPageStored(page))) return;
  for (let most = Math.ceil(innerHeight / SHORTEST); most > 0; most -= 1) {
    const markup = drawFeed(root, router, snapshot.posts.slice(0, most));
    if (isTooLarge(markup)) continue;
    kept = key;
    return markup === '' ? undefined : keepDrawnPage({ v: 1, ...page, markup });
  }
}

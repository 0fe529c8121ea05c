import { followPlace, onScreen } from '#ui/list-places.ts';
import { setReturnFocus } from './use-arrival.ts';
import type { AppRouter } from './router.tsx';

/** Rows of a list may come after the page: the focus waits for its link no longer. */
const PATIENCE_MS = 5000;

/* The browser does not report this tab's history. In memory: after a reload the focus starts at the top of a page. */

/** The link by which each entry was left, and how far below the top of the window it was, in px. By the entry's key. */
const leftBy = new Map<string, { href: string; top: number }>();
/** The path of each entry, by its position in the history. */
const paths = new Map<number, string>();
let isReturn = false;

type Router = Pick<AppRouter, 'history'>;

const keyOf = ({ history }: Router): string | undefined => history.location.state.__TSR_key;

/** Notes the entries of the history and which link of a page leads to the next one. */
export function notePlaces(router: AppRouter): void {
  const notePath = () => {
    const { pathname, state } = router.history.location;
    paths.set(state.__TSR_index, pathname);
  };
  notePath();
  setReturnFocus((main) => focusLeftLink(router, main));
  // Also of a link that Enter opens. Safari does not focus a link that is clicked.
  document.addEventListener(
    'click',
    ({ target }) => {
      const link = target instanceof Element ? target.closest('main a[href]') : undefined;
      const href = link?.getAttribute('href');
      const key = keyOf(router);
      if (link && href && key) leftBy.set(key, { href, top: link.getBoundingClientRect().top });
    },
    { capture: true },
  );
  let end = followItems(router);
  router.history.subscribe(({ action }) => {
    isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
    notePath();
    // The page on screen is still the one that is left.
    end();
    end = followItems(router);
  });
}

/** Of lists: links of a bar stay where they are while the page scrolls. */
const ITEMS = ':is(li a[href], a[data-result], [data-key]):not(header *, nav *)';

/** Restores the position of pages whose items are all rendered; virtual lists and threads restore their own. */
function followItems(router: Router): () => void {
  const main = document.getElementById('main');
  if (!main) return () => {};
  const items = (): HTMLElement[] =>
    location.pathname.startsWith('/messages/') || main.querySelector('[data-index]')
      ? []
      : [...main.querySelectorAll<HTMLElement>(ITEMS)].filter(
          // Of a comment only itself: another one may have the same links.
          (item) => !item.parentElement?.closest('[data-key]') && item.checkVisibility(),
        );
  const keyOfItem = (item: HTMLElement) => item.dataset['key'] ?? item.getAttribute('href') ?? '';
  /** Without a state. */
  const idOf = (key: string) => key.split(' ')[0];
  const topOf = (item: HTMLElement) => item.getBoundingClientRect().top;
  const shown = () =>
    scrollY < innerHeight / 4 ? [] : onScreen(items().map((item) => [keyOfItem(item), topOf(item)]));
  // The browser's own state changes only after the listeners of the router's history.
  const place = followPlace('', shown, keyOf(router));
  const restore = () => {
    if (!place.isSearching()) return stop();
    const startOf = (isIt: (item: HTMLElement) => boolean) => {
      const item = items().find(isIt);
      return item && topOf(item) + scrollY;
    };
    // The items of the outbox are found in their section first: one that is sent alone has moved to the top.
    if (!place.restore((key) => startOf((item) => keyOfItem(item) === key)))
      place.restore((key) => startOf((item) => idOf(keyOfItem(item)) === idOf(key)));
  };
  const observer = new MutationObserver(restore);
  // Items get their height when they come on screen, or change it, without a change of the document.
  const sizes = new ResizeObserver(restore);
  const stop = () => {
    observer.disconnect();
    sizes.disconnect();
    removeEventListener('scroll', restore);
  };
  if (place.isSearching()) {
    observer.observe(main, { childList: true, subtree: true });
    sizes.observe(main);
    // The router's pixels come later.
    addEventListener('scroll', restore, { passive: true });
    restore();
  }
  return () => {
    stop();
    place.end();
  };
}

/** After Back or Forward: moves the focus from `main` to the link by which this page was left, once it is there. */
function focusLeftLink(router: Router, main: HTMLElement): void {
  const left = isReturn ? leftBy.get(keyOf(router) ?? '') : undefined;
  if (left === undefined) return;
  const { href, top } = left;
  const find = (): boolean => {
    const links = [...main.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`)];
    const link = links.find((each) => each.checkVisibility());
    if (!link) return false;
    link.focus({ preventScroll: true });
    // The router has restored the scroll position, but the list was shorter then, or another row is above the link now.
    scrollBy({ top: link.getBoundingClientRect().top - top, behavior: 'instant' });
    return true;
  };
  if (find()) return;
  const ended = new AbortController();
  const observer = new MutationObserver(() => {
    // The reader has moved it, or has left.
    if (ended.signal.aborted || document.activeElement !== main || find()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  for (const input of ['wheel', 'touchmove'] as const)
    addEventListener(input, () => ended.abort(), { passive: true, once: true, signal: ended.signal });
  setTimeout(() => (ended.abort(), observer.disconnect()), PATIENCE_MS);
}

/** Whether the page on screen was reached by Back or Forward. */
export const isReturned = (): boolean => isReturn;

/** Whether the entry before this one is a page of the app with this path. */
export const isPageBefore = ({ history }: Router, path: string): boolean =>
  paths.get(history.location.state.__TSR_index - 1) === path;

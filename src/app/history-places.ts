import { setReturnFocus } from './use-arrival.ts';
import type { AppRouter } from './router.tsx';

/** Rows of a list may come after the page: the focus waits for its link no longer. */
const PATIENCE_MS = 5000;

/*
 * What the browser does not tell of this tab's history. In memory: after a reload the focus starts at the top of a page.
 */

/** The link by which each entry was left, by the entry's key. */
const leftBy = new Map<string, string>();
/** The path of each entry, by its place in the history. */
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
      const href = target instanceof Element ? target.closest('main a[href]')?.getAttribute('href') : undefined;
      const key = keyOf(router);
      if (href && key) leftBy.set(key, href);
    },
    { capture: true },
  );
  router.history.subscribe(({ action }) => {
    isReturn = action.type !== 'PUSH' && action.type !== 'REPLACE';
    notePath();
  });
}

/** After Back or Forward: moves the focus from `main` to the link by which this page was left, once it is there. */
function focusLeftLink(router: Router, main: HTMLElement): void {
  const href = isReturn ? leftBy.get(keyOf(router) ?? '') : undefined;
  if (href === undefined) return;
  const find = (): boolean => {
    const links = [...main.querySelectorAll<HTMLElement>(`a[href="${CSS.escape(href)}"]`)];
    const link = links.find((each) => each.checkVisibility());
    link?.focus({ preventScroll: true });
    return link !== undefined;
  };
  if (find()) return;
  const observer = new MutationObserver(() => {
    // The reader has moved it, or has left.
    if (document.activeElement !== main || find()) observer.disconnect();
  });
  observer.observe(main, { childList: true, subtree: true });
  setTimeout(() => observer.disconnect(), PATIENCE_MS);
}

/** Whether the entry before this one is a page of the app with this path. */
export const isPageBefore = ({ history }: Router, path: string): boolean =>
  paths.get(history.location.state.__TSR_index - 1) === path;

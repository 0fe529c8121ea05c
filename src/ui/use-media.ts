import { createStore, type Store } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const queries = new Map<string, Store<boolean>>();

/** One for the page: a feed asks for each date that it shows. */
function watchMedia(query: string): Store<boolean> {
  const known = queries.get(query);
  if (known) return known;
  const list = matchMedia(query);
  const store = createStore(list.matches);
  list.addEventListener('change', () => store.set(list.matches));
  queries.set(query, store);
  return store;
}

/** Whether a media query matches; renders again when that changes. */
export const useMedia = (query: string): boolean => useStore(watchMedia(query));

/** From here on the layout has a rail in place of the dock. */
export const RAIL = '(min-width: 768px)';

/** §9: up to 768 px, dates are short; wider windows spell them out with a 12-hour clock. */
export const WIDE = '(min-width: 769px)';

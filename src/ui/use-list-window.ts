import {
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useReducer,
  useState,
  type RefObject,
} from 'react';
import { flushSync } from 'react-dom';
import { afterPictures } from '#lib/after-paint.ts';
import type { WindowOptions } from './window-virtualizer.ts';

const load = () => import('./window-virtualizer.ts');

type Parts = Awaited<ReturnType<typeof load>>;

/** The virtualizer. It is loaded after the first screen, which is short. */
let loaded: Parts | null = null;

/** Before the first render: lists then begin with what is remembered of them. */
export const adoptListWindow = (parts: Parts): void => void (loaded = parts);

type ListOptions = Pick<WindowOptions, 'count' | 'getKey' | 'estimate' | 'focused' | 'onEndNear'>;

interface ListWindow {
  /** The items to render, in order; `start` in px from the top of the list. */
  items: readonly { index: number; start: number }[];
  /** Total height in px. */
  height: number;
  measure: (item: HTMLElement | null) => void;
}

/**
 * The items of a long list to render in the page's scroll; null until the virtualizer is loaded, after the first
 * screen's pictures. It keeps rendered elements by `data-key` and `data-index`.
 */
export function useListWindow(
  listRef: RefObject<HTMLElement | null>,
  options: ListOptions,
  restoreKey: string | undefined,
): ListWindow | null {
  // The virtualizer is mutable: values memoized by the compiler would go stale.
  'use no memo';
  const { count } = options;
  const redraw = useReducer((times: number) => times + 1, 0)[1];
  const [top, setTop] = useState(0);
  // After a navigation the visible items are rendered first, and the overscan follows in slices.
  const [isReady, setReady] = useState(loaded === null);
  const onChange = (isUrgent: boolean) => (isUrgent ? flushSync(redraw) : redraw());
  const now = { ...options, isReady, top, onChange };
  const [view, setView] = useState(() => loaded?.createView(now, restoreKey) ?? null);
  const drawn = view?.draw(now);

  // A list that is hidden, below an opened post, drops its overscan again: Back lays out and paints only what it shows.
  useEffect(() => {
    startTransition(() => setReady(true));
    return () => setReady(false);
  }, []);

  const takeOver = useEffectEvent((parts: Parts) => {
    const list = listRef.current;
    if (!list) return;
    const start = parts.topOf(list);
    // In slices (a transition): the rendered items change.
    startTransition(() => {
      setTop(start);
      setView(parts.createView({ ...now, top: start }, restoreKey, list));
    });
  });
  const isWaiting = !view && count > 0;
  useEffect(() => {
    if (!isWaiting) return;
    let isGone = false;
    afterPictures()
      .then(load)
      .then(
        (parts) => {
          loaded = parts;
          if (!isGone) takeOver(parts);
        },
        // A first visit that went offline: the items rendered so far stay.
        (error: unknown) => console.debug('The long list could not be loaded.', error),
      );
    return () => {
      isGone = true;
    };
  }, [isWaiting]);

  useLayoutEffect(() => view?.start(), [view]);
  useLayoutEffect(() => view?.settle());

  // Elements above the list (a notice, a stocked post) appear, grow and go.
  useLayoutEffect(() => {
    if (view && listRef.current) return loaded?.followTop(listRef.current, setTop);
  }, [listRef, view]);

  return view && drawn ? { ...drawn, measure: view.measure } : null;
}

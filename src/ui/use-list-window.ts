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

/** What draws long lists. It is no part of the first screen, which is short. */
let loaded: Parts | null = null;

type ListOptions = Pick<WindowOptions, 'count' | 'getKey' | 'estimate' | 'focused'>;

interface ListWindow {
  /** What is to be drawn, in order; `start` in px from the top of the list. */
  items: readonly { index: number; start: number }[];
  /** Px of the whole list. */
  height: number;
  /** The `ref` of each item. */
  measure: (item: HTMLElement | null) => void;
}

const topOf = (list: HTMLElement) => Math.round(list.getBoundingClientRect().top + scrollY);

/**
 * What is to be drawn of a long list in the page's own scroll; null until what knows that is here, which is asked for once the
 * pictures of the first screen are painted. The same elements go on then, from the heights that they have: the list holds them,
 * each with its `data-key` and `data-index`.
 */
export function useListWindow(
  listRef: RefObject<HTMLElement | null>,
  options: ListOptions,
  restoreKey: string | undefined,
): ListWindow | null {
  // What draws it changes within; what the compiler would keep of it is out of date.
  'use no memo';
  const { count } = options;
  const redraw = useReducer((times: number) => times + 1, 0)[1];
  const [top, setTop] = useState(0);
  // Come from elsewhere, what is seen is drawn first; what is kept ready beyond it follows in slices.
  const [isReady, setReady] = useState(loaded === null);
  const onChange = (isUrgent: boolean) => (isUrgent ? flushSync(redraw) : redraw());
  const now = { ...options, isReady, top, onChange };
  const [view, setView] = useState(() => loaded?.createView(now, restoreKey) ?? null);
  const drawn = view?.draw(now);

  useEffect(() => startTransition(() => setReady(true)), []);

  const takeOver = useEffectEvent((parts: Parts) => {
    const list = listRef.current;
    if (!list) return;
    const start = topOf(list);
    // In slices: some are drawn that were not.
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
        // A first visit that lost the network: what is here stays readable as it is.
        (error: unknown) => console.debug('The long list could not be loaded.', error),
      );
    return () => {
      isGone = true;
    };
  }, [isWaiting]);

  useLayoutEffect(() => view?.start(), [view]);
  useLayoutEffect(() => view?.settle());

  const firstShown = drawn?.items[0]?.index;
  // As often as the window moves on: what stands above (a notice) may have come, gone or wrapped. An observer of the page would
  // fire for the list's own height too, in the middle of its own measuring.
  useLayoutEffect(() => {
    // Written out, and not as `topOf`: only so can the compiler see that what is set was measured.
    if (view && listRef.current) setTop(Math.round(listRef.current.getBoundingClientRect().top + scrollY));
  }, [listRef, view, firstShown, count]);

  return view && drawn ? { ...drawn, measure: view.measure } : null;
}

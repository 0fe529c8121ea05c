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
import type { VirtualItem } from '@tanstack/react-virtual';
import { afterPictures } from '#lib/after-paint.ts';

const load = () => import('./window-virtualizer.ts');

type Parts = Awaited<ReturnType<typeof load>>;

/** What draws long lists. It is no part of the first screen, which is short. */
let loaded: Parts | null = null;

/** Px of items kept ready above and below what is seen: a flick on a phone. */
const AHEAD_PX = 900;

/** Items as they stood when a list went away. In memory: another visit measures anew, as fonts and widths change. */
const remembered = new Map<string, { width: number; items: VirtualItem[] }>();

const pageWidth = () => document.documentElement.clientWidth;

function recall(restoreKey: string | undefined): VirtualItem[] {
  const kept = restoreKey === undefined ? undefined : remembered.get(restoreKey);
  return kept?.width === pageWidth() ? kept.items : [];
}

/** The items of a list that is drawn plainly, as they stand. */
function standing(list: HTMLElement): VirtualItem[] {
  let end = 0;
  return [...list.children].map((child, index) => {
    const start = end;
    const { height: size } = child.getBoundingClientRect();
    end += size;
    return { key: (child as HTMLElement).dataset['key'] ?? '', index, start, end, size, lane: 0 };
  });
}

const topOf = (list: HTMLElement) => Math.round(list.getBoundingClientRect().top + scrollY);

interface ListOptions {
  count: number;
  /** Stable: heights are remembered by it. */
  getKey: (index: number) => string;
  /** Px that an item takes before it was ever drawn. */
  estimate: number;
  /** The item that has the focus: it stays in the page wherever the window is. */
  focused: number | null;
  restoreKey: string | undefined;
}

export interface ListWindow {
  /** What is to be drawn, in order; `start` in px from the top of the list. */
  items: readonly { index: number; start: number }[];
  /** Px of the whole list. */
  height: number;
  /** The `ref` of each item. */
  measure: (item: HTMLElement | null) => void;
}

/**
 * What is to be drawn of a long list in the page's own scroll; null until what knows that is here, which is asked for once the
 * pictures of the first screen are painted. The same elements go on then, from the heights that they have: `list` holds them, each
 * with its `data-key`, and with its `data-index` from there on.
 */
export function useListWindow(listRef: RefObject<HTMLElement | null>, options: ListOptions): ListWindow | null {
  // The virtualizer changes within; what the compiler would keep of it is out of date.
  'use no memo';
  const { count, getKey, estimate, focused, restoreKey } = options;
  const redraw = useReducer((times: number) => times + 1, 0)[1];
  const [top, setTop] = useState(0);
  const [known, setKnown] = useState(() => recall(restoreKey));
  // Come from elsewhere, what is seen is drawn first; what is kept ready beyond it follows in slices.
  const [isReady, setReady] = useState(loaded === null);

  const now = {
    count,
    getKey,
    known,
    estimate,
    ahead: isReady ? Math.ceil(AHEAD_PX / estimate) : 1,
    top,
    focused,
    onChange: (isUrgent: boolean) => {
      if (isUrgent) flushSync(redraw);
      else redraw();
    },
  };
  const [view, setView] = useState(() => loaded?.createView(now) ?? null);
  view?.update(now);
  const shown = view?.virtualizer.getVirtualItems() ?? [];

  useEffect(() => startTransition(() => setReady(true)), []);

  const takeOver = useEffectEvent((parts: Parts) => {
    const list = listRef.current;
    if (!list) return;
    const items = standing(list);
    const start = topOf(list);
    // In slices: some are drawn that were not.
    startTransition(() => {
      setKnown(items);
      setTop(start);
      setView(parts.createView({ ...now, known: items, top: start }));
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

  useLayoutEffect(() => view?.virtualizer._didMount(), [view]);
  useLayoutEffect(() => view?.virtualizer._willUpdate());

  useEffect(() => {
    if (!view || restoreKey === undefined) return;
    return () => {
      remembered.set(restoreKey, { width: pageWidth(), items: [...view.virtualizer.measurementsCache] });
    };
  }, [view, restoreKey]);

  const firstShown = shown[0]?.index ?? 0;
  // As often as the window moves on: what stands above (a notice) may have come, gone or wrapped. An observer of the page would
  // fire for the list's own height too, in the middle of its own measuring.
  useLayoutEffect(() => {
    if (view && listRef.current) setTop(Math.round(listRef.current.getBoundingClientRect().top + scrollY));
  }, [listRef, view, firstShown, count]);

  if (!view) return null;
  const items = shown.map(({ index, start }) => ({ index, start: start - top }));
  return { items, height: view.virtualizer.getTotalSize(), measure: view.measure };
}

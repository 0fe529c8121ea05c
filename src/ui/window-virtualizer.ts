import {
  defaultRangeExtractor,
  observeWindowOffset,
  observeWindowRect,
  Virtualizer,
  windowScroll,
  type Range,
  type VirtualItem,
  type VirtualizerOptions,
} from '@tanstack/react-virtual';
export { followTop, topOf } from './follow-top.ts';
import { isBelow } from './is-below.ts';
import { followPlace, onScreen } from './list-places.ts';

export interface WindowOptions {
  count: number;
  /** Stable: measured heights are stored by key. */
  getKey: (index: number) => string;
  /** Estimated height in px of an item that was never rendered. */
  estimate: number;
  /** The visible items are rendered: overscan above and below. */
  isReady: boolean;
  /** Px from the top of the page to the list. */
  top: number;
  /** Stays rendered at any scroll position, because it has focus. */
  focused: number | null;
  /** `isUrgent`: before the next frame, to avoid a layout shift. */
  onChange: (isUrgent: boolean) => void;
  /** Loads more items, if there are any. */
  onEndNear?: (() => void) | undefined;
}

/** Px of overscan above and below the viewport: one flick on a phone. */
const AHEAD_PX = 900;

/** Measured items of lists that were unmounted. In memory only: fonts and widths change between visits. */
const remembered = new Map<string, { width: number; items: VirtualItem[] }>();

/** The lists on screen, by their `restoreKey`. */
const open = new Map<string, { read: () => readonly VirtualItem[]; seek: (key: string, y: number) => void }>();

/**
 * Scrolls a list on screen to an item, `y` px below the top of the window. Loads more items for some seconds if it is
 * not there yet, until the reader scrolls.
 */
export const seekItem = (restoreKey: string, key: string, y: number): void => open.get(restoreKey)?.seek(key, y);

/** What a later start needs to render a list at its place at once. */
export interface Measured {
  restoreKey: string;
  /** Of the window, for which the heights hold. */
  width: number;
  /** Keys and heights in px, from the first item to the last one on screen. */
  items: readonly (readonly [key: string, size: number])[];
}

/** The list on screen. Null without one, or if it is longer than `most` items down to the end of the screen. */
export function measuredNow(most: number): Measured | null {
  const [entry] = open;
  if (!entry) return null;
  const [restoreKey, { read }] = entry;
  const items = read().filter(({ start }) => start < scrollY + 2 * innerHeight);
  if (items.length > most) return null;
  return { restoreKey, width: innerWidth, items: items.map(({ key, size }) => [String(key), size]) };
}

/** The list with this `restoreKey` begins with these heights. */
export function remember({ restoreKey, width, items }: Measured): void {
  let end = 0;
  const measured = items.map(([key, size], index) => ({ key, index, start: end, end: (end += size), size, lane: 0 }));
  remembered.set(restoreKey, { width, items: measured });
}

function recall(restoreKey: string | undefined): VirtualItem[] {
  const measured = restoreKey === undefined ? undefined : remembered.get(restoreKey);
  return measured?.width === innerWidth ? measured.items : [];
}

/** The items of a list that is rendered without the virtualizer, as measured. */
function renderedItems(list: HTMLElement): VirtualItem[] {
  let end = 0;
  return [...list.children].map((child, index) => {
    const start = end;
    const { height: size } = child.getBoundingClientRect();
    end += size;
    return { key: (child as HTMLElement).dataset['key'] ?? '', index, start, end, size, lane: 0 };
  });
}

/** Virtualizes a list in the page's scroll. Continues from the rendered `list`, or from `restoreKey`'s heights. */
export function createView(first: WindowOptions, restoreKey: string | undefined, list?: HTMLElement) {
  const known = list ? renderedItems(list) : recall(restoreKey);
  let isMeasuring = false;

  // The options that the library's own hook passes (@tanstack/react-virtual, `useWindowVirtualizer`).
  const optionsOf = (now: WindowOptions): VirtualizerOptions<Window, HTMLElement> => ({
    count: now.count,
    getItemKey: now.getKey,
    initialMeasurementsCache: known,
    estimateSize: () => now.estimate,
    overscan: now.isReady ? Math.ceil(AHEAD_PX / now.estimate) : 1,
    scrollMargin: now.top,
    rangeExtractor: (range) => withFocused(range, now.focused),
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset,
    scrollToFn: (...args) => {
      const y = scrollY;
      windowScroll(...args);
      focus.moved(y);
    },
    initialOffset: () => scrollY,
    // Set from the start, so that the first render is not empty.
    initialRect: { width: innerWidth, height: innerHeight },
    // While it measures, React is committing and renders at once, so it must not be requested.
    onChange: (_, isUrgent) => now.onChange(isUrgent && !isMeasuring),
  });
  const focus = createFocusKeeper();
  const virtualizer = new Virtualizer(optionsOf(first));

  let latest = first;
  let place: ReturnType<typeof followPlace> | undefined;
  /** The number of items among which the item to return to was missing. */
  let missingIn = -1;
  function shown() {
    // As last observed: reading it would cost a layout.
    const top = virtualizer.scrollOffset ?? 0;
    if (top < innerHeight / 4) return [];
    return onScreen(virtualizer.measurementsCache.map(({ key, start }) => [String(key), start - top]));
  }
  function startOf(key: string): number | undefined {
    const { count, getKey } = latest;
    for (let index = 0; index < count; index += 1)
      if (getKey(index) === key) return virtualizer.measurementsCache[index]?.start;
    return undefined;
  }
  function restorePlace(): void {
    if (!place?.isSearching() || place.restore(startOf) || missingIn === latest.count) return;
    missingIn = latest.count;
    latest.onEndNear?.();
  }

  return {
    /** For each render: the items to render, in order, and the total height in px; `start` from the top of the list. */
    draw(now: WindowOptions) {
      latest = now;
      virtualizer.setOptions(optionsOf(now));
      const items = virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start: start - now.top }));
      return { items, height: virtualizer.getTotalSize() };
    },
    /** Call after every render. */
    settle() {
      virtualizer._willUpdate();
      restorePlace();
      focus.keepClear();
    },
    measure(item: HTMLElement | null) {
      isMeasuring = true;
      virtualizer.measureElement(item);
      isMeasuring = false;
    },
    /** Starts observing; returns the function that stops it. */
    start() {
      // Before the virtualizer, which renders in its own listener of the scroll event.
      const release = focus.watch();
      const end = virtualizer._didMount();
      const handle = {
        read: () => virtualizer.measurementsCache,
        seek(key: string, y: number) {
          place?.end();
          missingIn = -1;
          place = followPlace(restoreKey ?? '', shown, undefined, [[key, y]]);
          restorePlace();
        },
      };
      if (restoreKey !== undefined) {
        place = followPlace(restoreKey, shown);
        open.set(restoreKey, handle);
      }
      return () => {
        place?.end();
        if (restoreKey !== undefined && open.get(restoreKey) === handle) open.delete(restoreKey);
        // The width as last observed: reading it here would cost a layout, because the page is just changing.
        const width = virtualizer.scrollRect?.width;
        if (restoreKey !== undefined && width !== undefined) {
          remembered.set(restoreKey, { width, items: [...virtualizer.measurementsCache] });
        }
        end();
        release();
      };
    },
  };
}

/** The part of the window that the page's bars leave free, in px from its top. */
function freePart() {
  const { scrollPaddingTop, scrollPaddingBottom } = getComputedStyle(document.documentElement);
  return { top: parseFloat(scrollPaddingTop) - 1, bottom: innerHeight - parseFloat(scrollPaddingBottom) + 1 };
}

/** Keeps the focus clear of the bars when an item above changes its height: the virtualizer holds the window's top. */
function createFocusKeeper() {
  /** What has the focus and was clear of the bars at this scroll position. */
  let last: { node: Element; y: number } | null = null;
  /** Focused by Tab just now: an item above may still change its height before the first frame. */
  let fresh: EventTarget | null = null;
  const clear = (node: Element) => {
    node.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    last = { node, y: scrollY };
  };
  const look = () => {
    const node = document.activeElement;
    last = null;
    if (!node?.matches('[data-index] :focus-visible')) return;
    const box = node.getBoundingClientRect();
    const free = freePart();
    if (box.top >= free.top && box.bottom <= free.bottom) last = { node, y: scrollY };
    else if (node === fresh && box.height <= free.bottom - free.top) clear(node);
  };
  let isTab = false;
  const onKey = ({ key }: KeyboardEvent) => {
    isTab = key === 'Tab';
  };
  // The browser scrolls to the focus after the event.
  const onFocus = ({ target }: FocusEvent) => {
    // A dialog that returns the focus leaves the page where it is.
    if (isTab) fresh = target;
    isTab = false;
    requestAnimationFrame(() => {
      look();
      fresh = null;
    });
  };
  return {
    watch() {
      addEventListener('keydown', onKey, { capture: true });
      addEventListener('focusin', onFocus);
      addEventListener('scroll', look, { passive: true });
      return () => {
        removeEventListener('keydown', onKey, { capture: true });
        removeEventListener('focusin', onFocus);
        removeEventListener('scroll', look);
      };
    },
    /** The scroll position was changed from `y`, not by the member. */
    moved(y: number) {
      if (last?.y === y) last.y = scrollY;
    },
    keepClear() {
      if (last && last.node === document.activeElement && last.y === scrollY) clear(last.node);
    },
  };
}

/** A list that another page covers keeps its items: it is the other page that scrolls. */
const observeElementOffset: typeof observeWindowOffset = (list, onOffset) =>
  observeWindowOffset(list, (offset, isScrolling) => {
    const [item] = list.elementsCache.values();
    if (!item || !isBelow(item as Element)) onOffset(offset, isScrolling);
  });

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].toSorted((one, other) => one - other);
}

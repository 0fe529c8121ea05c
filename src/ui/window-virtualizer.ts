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

export interface WindowOptions {
  count: number;
  /** Stable: heights are remembered by it. */
  getKey: (index: number) => string;
  /** Px that an item takes before it was ever drawn. */
  estimate: number;
  /** What is seen is drawn: more is kept ready above and below. */
  isReady: boolean;
  /** Px from the top of the page to the list. */
  top: number;
  /** It stays in the page wherever the window is: it has the focus. */
  focused: number | null;
  /** `isUrgent`: before the next frame, or what is read moves. */
  onChange: (isUrgent: boolean) => void;
}

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

/**
 * Of a list in the page's own scroll: what is near the window. It goes on from `list`, drawn plainly until now, or else from
 * where the list of this `restoreKey` was left.
 */
export function createView(first: WindowOptions, restoreKey: string | undefined, list?: HTMLElement) {
  const known = list ? standing(list) : recall(restoreKey);
  let isMeasuring = false;

  // What the library's own hook gives it (@tanstack/react-virtual, `useWindowVirtualizer`).
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
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => scrollY,
    // Known from the start, so that the first drawing is not of nothing.
    initialRect: { width: innerWidth, height: innerHeight },
    // While it measures, React is committing: it draws at once anyway, and must not be asked to.
    onChange: (_, isUrgent) => now.onChange(isUrgent && !isMeasuring),
  });
  const virtualizer = new Virtualizer(optionsOf(first));

  return {
    /** With every drawing: what is to be drawn, in order, and the px of the whole; `start` from the top of the list. */
    draw(now: WindowOptions) {
      virtualizer.setOptions(optionsOf(now));
      const items = virtualizer.getVirtualItems().map(({ index, start }) => ({ index, start: start - now.top }));
      return { items, height: virtualizer.getTotalSize() };
    },
    /** After every drawing. */
    settle: () => virtualizer._willUpdate(),
    /** The `ref` of each item. */
    measure(item: HTMLElement | null) {
      isMeasuring = true;
      virtualizer.measureElement(item);
      isMeasuring = false;
    },
    /** Returns what ends it. */
    start() {
      const end = virtualizer._didMount();
      return () => {
        if (restoreKey !== undefined) {
          remembered.set(restoreKey, { width: pageWidth(), items: [...virtualizer.measurementsCache] });
        }
        end();
      };
    },
  };
}

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].toSorted((one, other) => one - other);
}

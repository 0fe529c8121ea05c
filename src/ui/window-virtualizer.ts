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

interface WindowOptions {
  count: number;
  /** Stable: heights are remembered by it. */
  getKey: (index: number) => string;
  /** The items as they stood when they were drawn last: nothing jumps. */
  known: VirtualItem[];
  /** Px that an item takes before it was ever drawn. */
  estimate: number;
  /** So many items are kept ready above and below what is seen. */
  ahead: number;
  /** Px from the top of the page to the list. */
  top: number;
  /** It stays in the page wherever the window is. */
  focused: number | null;
  /** `isUrgent`: before the next frame, or what is read moves. */
  onChange: (isUrgent: boolean) => void;
}

/** What the library's own hook gives it (@tanstack/react-virtual, `useWindowVirtualizer`). */
function optionsOf(options: WindowOptions): VirtualizerOptions<Window, HTMLElement> {
  const { count, getKey, known, estimate, ahead, top, focused, onChange } = options;
  return {
    count,
    getItemKey: getKey,
    initialMeasurementsCache: known,
    estimateSize: () => estimate,
    overscan: ahead,
    scrollMargin: top,
    rangeExtractor: (range) => withFocused(range, focused),
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => scrollY,
    // Known from the start, so that the first drawing is not of nothing.
    initialRect: { width: innerWidth, height: innerHeight },
    onChange: (_, isUrgent) => onChange(isUrgent),
  };
}

/** Draws of a list what is near the window; `update` with every drawing, `measure` as the `ref` of each item. */
export function createView(options: WindowOptions) {
  let isMeasuring = false;
  const urgent = ({ onChange, ...now }: WindowOptions) =>
    // While it measures, React is committing: it draws at once anyway, and must not be asked to.
    optionsOf({ ...now, onChange: (isUrgent) => onChange(isUrgent && !isMeasuring) });
  const virtualizer = new Virtualizer(urgent(options));
  return {
    virtualizer,
    update: (now: WindowOptions) => virtualizer.setOptions(urgent(now)),
    measure: (item: HTMLElement | null) => {
      isMeasuring = true;
      virtualizer.measureElement(item);
      isMeasuring = false;
    },
  };
}

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].toSorted((one, other) => one - other);
}

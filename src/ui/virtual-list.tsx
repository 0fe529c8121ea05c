import { startTransition, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { defaultRangeExtractor, useWindowVirtualizer, type Range, type VirtualItem } from '@tanstack/react-virtual';
import styles from './virtual-list.module.css';

interface VirtualListProps<T> {
  items: readonly T[];
  /** Stable: heights are remembered by it. */
  getKey: (item: T) => string;
  renderItem: (item: T, index: number) => ReactNode;
  /** Names the list. */
  label: string;
  /** `feed`: articles that go on loading, as WAI-ARIA means it. */
  kind?: 'feed' | 'list';
  /** More is on its way, or the first answer is not here yet. */
  busy?: boolean;
  /** Px an item takes before it was ever drawn; near the middle of what is usual. */
  estimate?: number;
  /** Where this list is known by its heights: given, Back finds every item where it was. One per place: the tab, the tag. */
  restoreKey?: string;
  /** The end is near: fetch more. */
  onEndNear?: () => void;
}

/** Px of items kept ready above and below what is seen: a flick on a phone. */
const AHEAD_PX = 900;
/** So many items before the last one counts as near the end. */
const NEAR_END = 8;

/** Heights as they were measured when a list went away. In memory: another visit measures anew, as fonts and widths change. */
const remembered = new Map<string, { width: number; items: VirtualItem[] }>();

/** Px of each item of a list that was drawn plainly until now: it goes on from there without a jump. */
export function rememberHeights(restoreKey: string, heights: readonly { key: string; size: number }[]): void {
  let end = 0;
  const items = heights.map(({ key, size }, index) => {
    const start = end;
    end += size;
    return { key, index, start, end, size, lane: 0 };
  });
  remembered.set(restoreKey, { width: document.documentElement.clientWidth, items });
}

/** Where the focus was in the plain list when that went: which entry, and which of what can have the focus in it. */
let leftFocus: { entry: number; at: number } | null = null;

const focusablesOf = (entry: Element | null): HTMLElement[] => [
  ...(entry?.querySelectorAll<HTMLElement>('a[href], button, [tabindex]') ?? []),
];

/** Notes where the focus is in a list that was drawn plainly and goes now: its children are the entries. */
export function noteFocus(list: HTMLElement | null): void {
  const focused = document.activeElement;
  const entries = [...(list?.children ?? [])];
  const entry = entries.findIndex((each) => each.contains(focused));
  const at = focusablesOf(entries[entry] ?? null).indexOf(focused as HTMLElement);
  leftFocus = at < 0 ? null : { entry, at };
}

/** The keyboard stays where it was, in what is drawn anew; that may be there with the next frame only. */
export function restoreFocus(): void {
  const left = leftFocus;
  leftFocus = null;
  if (!left) return;
  const restore = () => {
    const entry = document.querySelector(`[data-index="${left.entry}"]`);
    if (document.activeElement === document.body) focusablesOf(entry)[left.at]?.focus({ preventScroll: true });
  };
  restore();
  requestAnimationFrame(restore);
}

/**
 * A list of any length in the page's own scroll, with only what is near the window in the page. Heights are unknown until
 * drawn; nothing above the window moves what is read. The item that has the focus stays, so the keyboard is never lost.
 */
export function VirtualList<T>({
  items,
  getKey,
  renderItem,
  label,
  kind = 'feed',
  busy = false,
  estimate = 200,
  restoreKey,
  onEndNear,
}: VirtualListProps<T>) {
  const host = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  // What is seen first; what is kept ready beyond it follows in slices.
  const [ahead, setAhead] = useState(1);
  const [focused, setFocused] = useState<number | null>(null);
  const [kept] = useState(() => (restoreKey === undefined ? undefined : remembered.get(restoreKey)));

  // oxlint-disable-next-line react/incompatible-library -- the compiler leaves this component alone, and nothing of the virtualizer leaves it
  const virtualizer = useWindowVirtualizer<HTMLDivElement>({
    count: items.length,
    getItemKey: (index) => getKey(items[index] as T),
    estimateSize: () => estimate,
    overscan: ahead,
    scrollMargin: top,
    initialMeasurementsCache: kept && kept.width === document.documentElement.clientWidth ? kept.items : [],
    initialOffset: () => scrollY,
    // Known from the start, so that the first drawing is not of nothing.
    initialRect: { width: innerWidth, height: innerHeight },
    rangeExtractor: (range) => withFocused(range, focused),
  });

  useEffect(() => {
    if (restoreKey === undefined) return;
    return () => {
      remembered.set(restoreKey, {
        width: document.documentElement.clientWidth,
        items: [...virtualizer.measurementsCache],
      });
    };
  }, [restoreKey, virtualizer]);

  useEffect(() => startTransition(() => setAhead(Math.ceil(AHEAD_PX / estimate))), [estimate]);

  const shown = virtualizer.getVirtualItems();
  const firstShown = shown[0]?.index ?? 0;
  // As often as the window moves on: what stands above (a notice) may have come, gone or wrapped. An observer of the page would
  // fire for the list's own height too, in the middle of its own measuring.
  useLayoutEffect(() => {
    if (host.current) setTop(Math.round(host.current.getBoundingClientRect().top + scrollY));
  }, [firstShown, items.length]);

  const last = shown.at(-1)?.index ?? -1;
  const nearEnd = items.length > 0 && last >= items.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onEndNear?.();
  }, [nearEnd, items.length, onEndNear]);

  return (
    <div
      ref={host}
      role={kind}
      aria-label={label}
      aria-busy={busy}
      className={styles.list}
      style={{ height: virtualizer.getTotalSize() }}
      onFocus={(event) => {
        const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
        setFocused(index === undefined ? null : Number(index));
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      }}
    >
      {shown.map(({ index, key, start }) => (
        <div
          key={key}
          ref={virtualizer.measureElement}
          data-index={index}
          role={kind === 'list' ? 'listitem' : 'presentation'}
          className={styles.item}
          style={{ transform: `translateY(${start - top}px)` }}
        >
          {renderItem(items[index] as T, index)}
        </div>
      ))}
    </div>
  );
}

function withFocused(range: Range, focused: number | null): number[] {
  const indexes = defaultRangeExtractor(range);
  if (focused === null || focused >= range.count || indexes.includes(focused)) return indexes;
  return [...indexes, focused].toSorted((one, other) => one - other);
}

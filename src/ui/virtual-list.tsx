import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useListWindow } from './use-list-window.ts';
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
  /** Px that the shortest item takes: so many are the first screen. */
  shortest?: number;
  /** Where this list is known by its heights: given, Back finds every item where it was. One per place: the tab, the tag. */
  restoreKey?: string;
  /** The end is near: fetch more. */
  onEndNear?: () => void;
}

/** So many items before the last one counts as near the end. */
const NEAR_END = 8;

/** So many items fill the screen. All of them after a reload or Back: the place that is returned to may be further down. */
function firstScreen(shortest: number): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate' ? Math.ceil(innerHeight / shortest) : Infinity;
}

/**
 * A list of any length in the page's own scroll, with only what is near the window in the page. Heights are unknown until
 * drawn; nothing above the window moves what is read. The item that has the focus stays, so the keyboard is never lost.
 *
 * The first screen of a visit is drawn plainly: nothing else is there yet, nor has it to be.
 */
export function VirtualList<T>({
  items,
  getKey,
  renderItem,
  label,
  kind = 'feed',
  busy = false,
  estimate = 200,
  shortest = estimate,
  restoreKey,
  onEndNear,
}: VirtualListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [most] = useState(() => firstScreen(shortest));
  const keyAt = (index: number) => getKey(items[index] as T);
  const view = useListWindow(list, { count: items.length, getKey: keyAt, estimate, focused }, restoreKey);
  const drawn = view?.items ?? items.slice(0, most).map((_, index) => ({ index, start: 0 }));

  const last = drawn.at(-1)?.index ?? -1;
  const nearEnd = view !== null && items.length > 0 && last >= items.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onEndNear?.();
  }, [nearEnd, items.length, onEndNear]);

  return (
    <div
      ref={list}
      // A list without items is none: what says so stands beside it.
      {...(items.length > 0 && { role: kind, 'aria-label': label, 'aria-busy': busy })}
      className={styles.list}
      data-windowed={view !== null}
      style={{ height: view?.height }}
      onFocus={(event) => {
        const index = (event.target as HTMLElement).closest<HTMLElement>('[data-index]')?.dataset.index;
        setFocused(index === undefined ? null : Number(index));
      }}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setFocused(null);
      }}
    >
      {drawn.map(({ index, start }) => {
        const item = items[index] as T;
        const key = getKey(item);
        return (
          <div
            key={key}
            ref={view?.measure}
            data-index={index}
            data-key={key}
            role={kind === 'list' ? 'listitem' : 'presentation'}
            className={styles.item}
            style={view ? { transform: `translateY(${start}px)` } : undefined}
          >
            {renderItem(item, index)}
          </div>
        );
      })}
    </div>
  );
}

import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useListWindow } from './use-list-window.ts';
import styles from './virtual-list.module.css';

interface VirtualListProps<T> {
  items: readonly T[];
  /** Stable: measured heights are stored by key. */
  getKey: (item: T) => string;
  renderItem: (item: T, index: number) => ReactNode;
  label: string;
  /** `feed`: WAI-ARIA's feed pattern, articles that load while scrolling. */
  kind?: 'feed' | 'list';
  /** More items are loading, or the first result is pending. */
  busy?: boolean;
  /** Estimated height in px of an item that was never rendered; near the median. */
  estimate?: number;
  /** Height in px of the shortest item: determines how many fill the first screen. */
  shortest?: number;
  /** Items rendered before the virtualizer is loaded. Default: a screen, or more to restore a position. */
  firstCount?: number | undefined;
  /** Key of an item that stays rendered, so that it can be scrolled to. */
  kept?: string | undefined;
  /** Key of the measured heights, so that Back restores every position. One per list: the tab, the tag. */
  restoreKey?: string;
  /** The end is near: load more. */
  onEndNear?: () => void;
  /** How many are loaded, also those that are not shown. A change of it near the end asks for more again. */
  loaded?: number;
}

/** Distance from the last item, in items, that counts as near the end. */
const NEAR_END = 8;

/** Items that fill the screen. After a reload or Back 300: the restored scroll position may be further down. */
function firstScreen(shortest: number): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate' ? Math.ceil(innerHeight / shortest) : 300;
}

/**
 * A list in the page's own scroll that renders only what is near the viewport. Changes above do not move what is read,
 * and the focused item stays. The first screen needs no virtualizer.
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
  firstCount,
  kept,
  restoreKey,
  onEndNear,
  loaded = items.length,
}: VirtualListProps<T>) {
  const list = useRef<HTMLDivElement>(null);
  const [focused, setFocused] = useState<number | null>(null);
  const [most] = useState(() => firstCount ?? firstScreen(shortest));
  const keyAt = (index: number) => getKey(items[index] as T);
  const keptIndex = kept === undefined ? -1 : items.findIndex((item) => getKey(item) === kept);
  const stays = focused ?? (keptIndex < 0 ? null : keptIndex);
  const view = useListWindow(
    list,
    { count: items.length, getKey: keyAt, estimate, focused: stays, onEndNear },
    restoreKey,
  );
  const drawn = view?.items ?? items.slice(0, most).map((_, index) => ({ index, start: 0 }));

  const last = drawn.at(-1)?.index ?? -1;
  const nearEnd = view !== null && items.length > 0 && last >= items.length - NEAR_END;
  useEffect(() => {
    if (nearEnd) onEndNear?.();
  }, [nearEnd, items.length, loaded, onEndNear]);

  return (
    <div
      ref={list}
      // Empty: omit the list role.
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

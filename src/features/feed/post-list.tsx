import { afterPictures } from '#lib/after-paint.ts';
import { startTransition, useEffect, useEffectEvent, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

const load = () => import('#ui/virtual-list.tsx');

type Parts = Awaited<ReturnType<typeof load>>;

/** What draws long lists; null until it is here. */
let loaded: Parts | null = null;

interface PostListProps<T extends { id: string }> {
  items: readonly T[];
  renderItem: (item: T, index: number) => ReactNode;
  label: string;
  busy: boolean;
  /** The place whose heights are remembered for Back. */
  place: string;
  onEndNear: () => void;
}

/** Px, near the middle of what an entry takes. */
const ESTIMATE = 220;

/** Px that the shortest entry takes. */
const SHORTEST = 140;

/** So many entries fill the screen. All of them after a reload or Back: the place that is returned to may be further down. */
function firstScreen(): number {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  return visit?.type === 'navigate' ? Math.ceil(innerHeight / SHORTEST) : Infinity;
}

/**
 * The list of a feed. The first screen is drawn plainly, and no more: each entry, and what draws long lists, would only delay it. That takes
 * over with the heights as they are by then, so that nothing moves.
 */
export function PostList<T extends { id: string }>(props: PostListProps<T>) {
  const [parts, setParts] = useState(loaded);
  // In slices: all that is on screen is drawn once more.
  const takeOver = (now: Parts) => startTransition(() => setParts(now));
  useLayoutEffect(() => parts?.restoreFocus(), [parts]);
  if (!parts || props.items.length === 0) return <PlainList {...props} onLoaded={takeOver} />;
  const { items, renderItem, label, busy, place, onEndNear } = props;
  return (
    <parts.VirtualList
      items={items}
      getKey={(item) => item.id}
      renderItem={renderItem}
      label={label}
      busy={busy}
      estimate={ESTIMATE}
      restoreKey={place}
      onEndNear={onEndNear}
    />
  );
}

interface PlainListProps<T extends { id: string }> extends PostListProps<T> {
  onLoaded: (parts: Parts) => void;
}

function PlainList<T extends { id: string }>({ items, renderItem, label, busy, place, onLoaded }: PlainListProps<T>) {
  const host = useRef<HTMLDivElement>(null);
  const [most] = useState(firstScreen);
  const isEmpty = items.length === 0;
  useLayoutEffect(() => {
    const list = host.current;
    return () => loaded?.noteFocus(list);
  }, []);
  const tell = useEffectEvent(onLoaded);
  useEffect(() => {
    // There is something on screen now, or nothing to wait with.
    if (isEmpty) return;
    let gone = false;
    afterPictures()
      .then(load)
      .then(
        (parts) => {
          const drawn = [...(host.current?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? [])];
          const heights = drawn.map((child) => ({
            key: child.dataset['key'] ?? '',
            size: child.getBoundingClientRect().height,
          }));
          loaded = parts;
          if (gone) return;
          parts.rememberHeights(place, heights);
          tell(parts);
        },
        // A first visit that lost the network: what is here stays readable as it is.
        (error: unknown) => console.debug('The long list could not be loaded.', error),
      );
    return () => {
      gone = true;
    };
  }, [isEmpty, place]);
  return (
    // A feed without entries is none: what says so stands beside it.
    <div ref={host} {...(!isEmpty && { role: 'feed', 'aria-label': label, 'aria-busy': busy })}>
      {items.slice(0, most).map((item, index) => (
        <div key={item.id} data-key={item.id} role="presentation">
          {renderItem(item, index)}
        </div>
      ))}
    </div>
  );
}

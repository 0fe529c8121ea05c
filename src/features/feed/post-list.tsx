import { useEffect, useRef, type ReactNode } from 'react';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

const load = () => import('#ui/virtual-list.tsx');

/** What draws long lists; null until it is here. */
const virtual = createStore<Awaited<ReturnType<typeof load>> | null>(null);

interface PostListProps<T extends { id: string }> {
  items: readonly T[];
  renderItem: (item: T) => ReactNode;
  label: string;
  busy: boolean;
  /** The place whose heights are remembered for Back. */
  place: string;
  onEndNear: () => void;
}

/** Px, near the middle of what an entry takes. */
const ESTIMATE = 220;

/**
 * The list of a feed. The first screen is drawn plainly: it is short, and what draws long lists would only delay it. That takes
 * over with the heights as they are by then, so that nothing moves.
 */
export function PostList<T extends { id: string }>(props: PostListProps<T>) {
  const parts = useStore(virtual);
  if (!parts || props.items.length === 0) return <PlainList {...props} />;
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

function PlainList<T extends { id: string }>({ items, renderItem, label, busy, place }: PostListProps<T>) {
  const host = useRef<HTMLDivElement>(null);
  const isEmpty = items.length === 0;
  useEffect(() => {
    // There is something on screen now, or nothing to wait with.
    if (isEmpty) return;
    let gone = false;
    load().then(
      (parts) => {
        const drawn = [...(host.current?.querySelectorAll<HTMLElement>(':scope > [data-key]') ?? [])];
        const heights = drawn.map((child) => ({
          key: child.dataset['key'] ?? '',
          size: child.getBoundingClientRect().height,
        }));
        if (!gone) parts.rememberHeights(place, heights);
        virtual.set(parts);
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
      {items.map((item) => (
        <div key={item.id} data-key={item.id} role="presentation">
          {renderItem(item)}
        </div>
      ))}
    </div>
  );
}

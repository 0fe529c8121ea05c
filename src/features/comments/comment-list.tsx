import { useState, type ReactNode } from 'react';
import { VirtualList } from '#ui/virtual-list.tsx';
import type { ThreadItem } from './folds.ts';

/** Longer threads render only what is near the screen. */
const MOST_WHOLE = 60;
/** Typical height of a comment, in px. */
const ESTIMATE = 110;
/** Fills a screen until the virtualizer is loaded. */
const FIRST = 14;

interface CommentListProps {
  postId: string;
  items: readonly ThreadItem[];
  label: string;
  /** Stays rendered: the comment to scroll to. */
  kept: string | undefined;
  /** `as`: the element of an item; the list provides the list item of a `div`. */
  renderItem: (item: ThreadItem, as: 'li' | 'div') => ReactNode;
}

export function CommentList({ postId, items, label, kept, renderItem }: CommentListProps) {
  const [isLong, setLong] = useState(false);
  // Once only, because each entry is mounted anew.
  if (!isLong && items.length > MOST_WHOLE) setLong(true);
  if (!isLong) return <ol>{items.map((item) => renderItem(item, 'li'))}</ol>;
  return (
    <VirtualList
      kind="list"
      items={items}
      getKey={({ key }) => key}
      renderItem={(item) => renderItem(item, 'div')}
      label={label}
      estimate={ESTIMATE}
      firstCount={FIRST}
      kept={kept}
      restoreKey={`comments:${postId}`}
    />
  );
}

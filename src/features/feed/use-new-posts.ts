import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';

export interface ShownPosts {
  /** The posts to show now. */
  shown: readonly FeedPost[];
  /** How many newer posts wait behind the pill. */
  newCount: number;
  reveal: () => void;
}

/**
 * New posts never move the page. A post that belongs above a shown one waits until the reader reveals it; own posts,
 * changes, removals and posts below show at once.
 *
 * @param onReveal called when the reader has them all shown
 */
export function useNewPosts(posts: readonly FeedPost[], onReveal?: () => void): ShownPosts {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const lastKnown = posts.findLastIndex((post) => known.has(post.id));
  const isBehindPill = (post: FeedPost, index: number) => index < lastKnown && !known.has(post.id) && !post.mine;
  const shown = posts.filter((post, index) => !isBehindPill(post, index));
  if (shown.some((post) => !known.has(post.id))) setKnown(new Set([...known, ...shown.map((post) => post.id)]));
  return {
    shown,
    newCount: posts.length - shown.length,
    reveal: () => {
      setKnown(new Set(posts.map((post) => post.id)));
      onReveal?.();
    },
  };
}

/** For a list whose order changes: posts keep their place, new ones go to the end. `reveal` applies the order. */
export function useSteadyOrder(posts: readonly FeedPost[]): ShownPosts {
  const [order, setOrder] = useState<readonly string[]>([]);
  const added = posts.filter((post) => !order.includes(post.id)).map((post) => post.id);
  const now = added.length > 0 ? [...order, ...added] : order;
  if (added.length > 0) setOrder(now);
  const byId = new Map(posts.map((post) => [post.id, post]));
  return {
    shown: now.flatMap((id) => byId.get(id) ?? []),
    newCount: 0,
    reveal: () => setOrder(posts.map((post) => post.id)),
  };
}

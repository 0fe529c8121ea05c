import { useState } from 'react';
import type { FeedPost } from '#contract/feed-post.ts';

export interface HeldBack {
  /** What to show now. */
  shown: readonly FeedPost[];
  /** How many newer posts wait behind the pill. */
  newCount: number;
  reveal: () => void;
}

/**
 * New posts never move the page under the reader. A post that would land above what is already shown waits until it is asked for;
 * own posts, changes and removals come through at once, and so does whatever lands below.
 */
export function useHeldBack(posts: readonly FeedPost[]): HeldBack {
  const [known, setKnown] = useState<ReadonlySet<string>>(new Set());
  const lastKnown = posts.findLastIndex((post) => known.has(post.id));
  const isHeld = (post: FeedPost, index: number) => index < lastKnown && !known.has(post.id) && !post.mine;
  const shown = posts.filter((post, index) => !isHeld(post, index));
  if (shown.some((post) => !known.has(post.id))) setKnown(new Set([...known, ...shown.map((post) => post.id)]));
  return {
    shown,
    newCount: posts.length - shown.length,
    reveal: () => setKnown(new Set(posts.map((post) => post.id))),
  };
}

/**
 * The same for a list whose order changes by itself: each post keeps the place where it was first shown, what is new comes at
 * the end. `reveal` takes the order of now.
 */
export function useSteadyOrder(posts: readonly FeedPost[]): HeldBack {
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

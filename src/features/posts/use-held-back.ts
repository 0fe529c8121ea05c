import { useState } from 'react';
import type { FeedPost } from './queries.ts';

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

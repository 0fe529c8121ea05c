import { useLayoutEffect } from 'react';
import type { Comment } from '#contract/comment-row.ts';

/** What the composer needs from the post and its comments. */
export interface Talk {
  /** The post has been sent; an unsent post takes no comments. */
  isOut: boolean;
  locked: boolean;
  /** All that may be answered. */
  comments: readonly Comment[];
}

export type OnTalk = (talk: Talk | null) => void;

export const NO_COMMENTS: readonly Comment[] = [];

/**
 * Reports to the page, which holds the composer. The composer is not below ReplicaGate: when the database opens, everything below it is mounted
 * anew, and a field would lose its focus. In a layout effect, so that the composer is in the same frame.
 */
export function useTalk(onTalk: OnTalk, { isOut, locked, comments }: Talk): void {
  useLayoutEffect(() => onTalk({ isOut, locked, comments }), [onTalk, isOut, locked, comments]);
  useLayoutEffect(() => () => onTalk(null), [onTalk]);
}

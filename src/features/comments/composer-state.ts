import { useLayoutEffect } from 'react';
import type { Comment } from '#contract/comment-row.ts';

/** The data of the post and its comments that the composer needs. */
export interface ComposerState {
  /** False for a rejected post. */
  acceptsComments: boolean;
  locked: boolean;
  /** The comments that can be answered. */
  comments: readonly Comment[];
}

export type OnComposerState = (talk: ComposerState | null) => void;

export const NO_COMMENTS: readonly Comment[] = [];

/**
 * Reports the state to the page, which renders the composer. The composer is not below ReplicaGate, because everything below it is remounted
 * when the database opens, and the field would lose its focus. A layout effect, so that the composer is in the same frame.
 */
export function useReportComposerState(
  onComposerState: OnComposerState,
  { acceptsComments, locked, comments }: ComposerState,
): void {
  useLayoutEffect(
    () => onComposerState({ acceptsComments, locked, comments }),
    [onComposerState, acceptsComments, locked, comments],
  );
  useLayoutEffect(() => () => onComposerState(null), [onComposerState]);
}

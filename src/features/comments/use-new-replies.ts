import { useState } from 'react';
import type { Comment } from '#contract/comment-row.ts';
import { ancestorsOf } from './folds.ts';
import { toThread } from './thread.ts';

export interface NewReplies {
  /** The comments to show now. */
  shown: readonly Comment[];
  /** The others, in the order of the thread. */
  waiting: readonly Comment[];
  reveal: () => void;
}

/**
 * New comments never move what is being read: others' wait until revealed, except at the visible end of the thread. Own
 * and linked ones, and what they answer, are shown at once.
 */
export function useNewReplies(
  comments: readonly Comment[],
  isLoaded: boolean,
  isEndShown: boolean,
  linkedId: string | undefined,
): NewReplies {
  /** Null until the thread has loaded. */
  const [known, setKnown] = useState<ReadonlySet<string> | null>(null);
  const reveal = () => setKnown(new Set(comments.map(({ id }) => id)));
  const added = known === null ? [] : comments.filter(({ id }) => !known.has(id));
  if (known === null && isLoaded) reveal();
  if (known === null || added.length === 0) return { shown: comments, waiting: [], reveal };

  const byId = new Map(comments.map((comment) => [comment.id, comment]));
  const thread = toThread(comments).map(({ comment }) => comment);
  const lastKnown = thread.findLastIndex(({ id }) => known.has(id));
  const follows = new Set(isEndShown ? thread.slice(lastKnown + 1).map(({ id }) => id) : []);
  const now = added
    .filter(({ id, mine, hidden }) => mine || hidden !== null || id === linkedId || follows.has(id))
    .flatMap(({ id }) => [id, ...ancestorsOf(byId, id)])
    .filter((id) => byId.has(id) && !known.has(id));
  if (now.length > 0) setKnown(new Set([...known, ...now]));
  const isShown = ({ id }: Comment) => known.has(id) || now.includes(id);
  return {
    shown: comments.filter(isShown),
    waiting: thread.filter((comment) => !isShown(comment)),
    reveal,
  };
}

import { useState } from 'react';
import type { Comment } from '#contract/comment-row.ts';
import { ancestorsOf } from './folds.ts';

export interface Folds {
  isOpen: (parentId: string) => boolean;
  toggle: (parentId: string) => void;
}

/** Open comments. Each in `wanted` opens the folds above it once; then the reader may close them. */
export function useFolds(comments: readonly Comment[], wanted: readonly string[]): Folds {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  const [seen, setSeen] = useState<ReadonlySet<string>>(new Set());
  const fresh = wanted.filter((id) => !seen.has(id) && comments.some((comment) => comment.id === id));
  if (fresh.length > 0) {
    const byId = new Map(comments.map((comment) => [comment.id, comment]));
    setSeen(new Set([...seen, ...fresh]));
    setOpened(new Set([...opened, ...fresh.flatMap((id) => ancestorsOf(byId, id))]));
  }
  return {
    isOpen: (id) => opened.has(id),
    toggle(id) {
      const next = new Set(opened);
      if (!next.delete(id)) next.add(id);
      setOpened(next);
    },
  };
}

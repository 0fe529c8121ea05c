import { useEffect, useState } from 'react';
import { commentAnchor } from './comment-entry.tsx';

/** §4, §9: how often and how long a linked comment is looked for, and how long it stays marked. */
const LOOK_EVERY_MS = 150;
const LOOKS = 20;
const HIGHLIGHT_MS = 2500;

export interface LinkedComment {
  highlightedId: string | null;
  /** The looking is over and it was not there; it may still come by sync, and is marked then. */
  missing: boolean;
}

/** Leads to the comment that a link names: scrolls there, marks it for a moment and takes the focus along. */
export function useLinkedComment(commentId: string | undefined, isHere: boolean): LinkedComment {
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    if (!commentId || isHere) return;
    const timer = setTimeout(() => setMissing(true), LOOK_EVERY_MS * LOOKS);
    return () => clearTimeout(timer);
  }, [commentId, isHere]);

  useEffect(() => {
    if (!commentId || !isHere) return;
    const show = requestAnimationFrame(() => {
      const entry = document.getElementById(commentAnchor(commentId));
      setMissing(false);
      setHighlightedId(commentId);
      entry?.scrollIntoView({ block: 'center' });
      entry?.focus({ preventScroll: true });
    });
    const timer = setTimeout(() => setHighlightedId(null), HIGHLIGHT_MS);
    return () => {
      cancelAnimationFrame(show);
      clearTimeout(timer);
    };
  }, [commentId, isHere]);

  return { highlightedId, missing: missing && !isHere };
}

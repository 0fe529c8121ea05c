import { useEffect, useState } from 'react';
import { commentAnchor } from './comment-entry.tsx';

/** §4, §9: 20 searches, one every 150 ms, and the time of the highlight. */
const SEARCH_EVERY_MS = 150;
const SEARCHES = 20;
const HIGHLIGHT_MS = 2500;

export interface LinkedComment {
  highlightedId: string | null;
  /** The search has ended without it. It may still be synced, and is highlighted then. */
  missing: boolean;
}

/** Scrolls to the linked comment, highlights it for a short time and focuses it. */
export function useLinkedComment(commentId: string | undefined, isHere: boolean): LinkedComment {
  const [highlightedId, setHighlightedId] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);

  useEffect(() => {
    if (!commentId || isHere) return;
    const timer = setTimeout(() => setMissing(true), SEARCH_EVERY_MS * SEARCHES);
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

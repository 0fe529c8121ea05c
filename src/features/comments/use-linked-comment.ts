import { useEffect, useState } from 'react';
import { SEARCH_MS, showComment } from './show-comment.ts';

/** §4: the time of the highlight. */
const HIGHLIGHT_MS = 2500;

const NONE: readonly string[] = [];

export interface LinkedComment {
  /** The comments to scroll to or to highlight, also before they are rendered. */
  wanted: readonly string[];
  highlighted: readonly string[];
  /** It is not here, and is not waited for any longer. It may still be synced, and is highlighted then. */
  missing: boolean;
  /** Scrolls to the first of these comments and highlights all. */
  highlight: (ids: readonly string[]) => void;
}

/**
 * Scrolls to the linked comment, highlights it for a short time and focuses it.
 * @param isOffline nothing can bring it now
 */
export function useLinkedComment(commentId: string | undefined, isHere: boolean, isOffline: boolean): LinkedComment {
  const linkedId = isHere ? commentId : undefined;
  const [wanted, setWanted] = useState<{ ids: readonly string[] } | null>(null);
  const [highlighted, setHighlighted] = useState(NONE);
  const [missing, setMissing] = useState(false);
  const [followed, setFollowed] = useState<string>();
  if (linkedId && linkedId !== followed) {
    setFollowed(linkedId);
    setWanted({ ids: [linkedId] });
  }

  useEffect(() => {
    if (!commentId || isHere) return;
    const timer = setTimeout(() => setMissing(true), SEARCH_MS);
    return () => clearTimeout(timer);
  }, [commentId, isHere]);

  useEffect(() => {
    const [first] = wanted?.ids ?? NONE;
    if (!wanted || !first) return;
    const ended = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    showComment(first, 'center', ended.signal, (entry) => {
      setMissing(false);
      setHighlighted(wanted.ids);
      entry.focus({ preventScroll: true });
      timer = setTimeout(() => setHighlighted(NONE), HIGHLIGHT_MS);
    });
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [wanted]);

  return {
    wanted: wanted?.ids ?? NONE,
    highlighted,
    missing: commentId !== undefined && !isHere && (missing || isOffline),
    highlight: (ids) => setWanted({ ids }),
  };
}

/** Scrolls to the reply that the reader has just written, unless it is on screen. The field keeps the focus. */
export function useShowSent(id: string | undefined): void {
  useEffect(() => {
    if (!id) return;
    const ended = new AbortController();
    showComment(id, 'nearest', ended.signal);
    return () => ended.abort();
  }, [id]);
}

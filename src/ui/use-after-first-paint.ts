import { useLocation } from '@tanstack/react-router';
import { startTransition, useEffect, useState } from 'react';
import { afterPaint } from '#lib/after-paint.ts';

/** Visits to a page, by the router's key of their history entry. */
const visited = new Set<string>();

/** The entry with this key is shown as a whole in its first frame: it continues an earlier visit. */
export const noteVisited = (key: string): void => void visited.add(key);

/**
 * Whether to render what may follow the page's first frame: false until it was painted, unless nothing is painted
 * before (`hasFrame`), or the scroll position needs the whole page (Back, Forward, `#…`).
 */
export function useAfterFirstPaint(hasFrame: boolean): boolean {
  const { hash, state } = useLocation();
  const visit = state.__TSR_key;
  const [isPainted, setPainted] = useState(!hasFrame || hash !== '' || (visit !== undefined && visited.has(visit)));
  useEffect(() => {
    if (visit !== undefined) visited.add(visit);
  }, [visit]);
  useEffect(() => {
    if (!isPainted) return afterPaint(() => startTransition(() => setPainted(true)));
  }, [isPainted]);
  return isPainted || !hasFrame;
}

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Ad } from '#contract/ad-row.ts';

/** §2: an ad stands after the third post. */
export const AD_AFTER = 3;

/** Kept beyond the screen: on the way Back the ad must stand where it stood, or what was read has moved. */
let lastPlaced: Ad | null = null;

/**
 * The ad, once its place can be taken without moving what is read: it comes later than the posts. `feed` holds the list; the
 * place is behind its third article.
 */
export function usePlacedAd(ad: Ad | null, feed: RefObject<HTMLElement | null>): Ad | null {
  const [placed, setPlaced] = useState(lastPlaced);
  const isPlaced = ad !== null && placed?.id === ad.id;
  /** What was being read when the ad was placed above it, and where it stood. */
  const anchor = useRef<{ article: Element; top: number } | null>(null);

  useEffect(() => {
    if (!ad || isPlaced) return;
    const place = () => {
      const articles = [...(feed.current?.querySelectorAll('article') ?? [])];
      // Not in the page: the list is short, or scrolled far past it.
      const bottom = articles[AD_AFTER - 1]?.getBoundingClientRect().bottom ?? -1;
      if (bottom > 0 && bottom < innerHeight) return;
      const article = articles.find((each) => each.getBoundingClientRect().bottom > 0);
      anchor.current = article ? { article, top: article.getBoundingClientRect().top } : null;
      lastPlaced = ad;
      setPlaced(ad);
    };
    // It tells of the first size too, and again when heights turn out to be others than they were thought to be.
    const resized = new ResizeObserver(place);
    if (feed.current) resized.observe(feed.current);
    addEventListener('scroll', place, { passive: true });
    return () => {
      resized.disconnect();
      removeEventListener('scroll', place);
    };
  }, [ad, isPlaced, feed]);

  useLayoutEffect(() => {
    const read = anchor.current;
    anchor.current = null;
    if (!read?.article.isConnected) return;
    const moved = read.article.getBoundingClientRect().top - read.top;
    if (moved !== 0) scrollBy({ top: moved, behavior: 'instant' });
  }, [placed]);

  // One that has ended goes at once.
  return ad && placed;
}

import { useEffect, useLayoutEffect, useRef, useState, type RefObject } from 'react';
import type { Ad } from '#contract/ad-row.ts';

/** §2: the ad follows the third post. */
export const AD_AFTER = 3;

/** Kept after the screen is closed: after Back the ad must be in its place, or the posts below it move. */
let lastPlaced: Ad | null = null;

/**
 * The ad, when it can be inserted without moving visible posts, because it loads later than they do. `feed` contains the list; the ad
 * follows its third article.
 */
export function usePlacedAd(ad: Ad | null, feed: RefObject<HTMLElement | null>): Ad | null {
  const [placed, setPlaced] = useState(lastPlaced);
  const isPlaced = ad !== null && placed?.id === ad.id;
  /** The visible post when the ad was inserted above it, and its position. */
  const anchor = useRef<{ article: Element; top: number } | null>(null);

  useEffect(() => {
    if (!ad || isPlaced) return;
    const place = () => {
      const articles = [...(feed.current?.querySelectorAll('article') ?? [])];
      // Not rendered: the list is short, or scrolled far past it.
      const bottom = articles[AD_AFTER - 1]?.getBoundingClientRect().bottom ?? -1;
      if (bottom > 0 && bottom < innerHeight) return;
      const article = articles.find((each) => each.getBoundingClientRect().bottom > 0);
      anchor.current = article ? { article, top: article.getBoundingClientRect().top } : null;
      lastPlaced = ad;
      setPlaced(ad);
    };
    // The observer also reports the first size, and each change when estimated heights are replaced by measured ones.
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

  // Not known yet, after Back: the posts below must not move when it is.
  if (!ad) return placed;
  // An ad that has ended is removed at once; another one comes in when it moves nothing.
  return isPlaced ? ad : null;
}

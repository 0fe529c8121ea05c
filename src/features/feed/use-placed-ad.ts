import { useEffect, useState, type RefObject } from 'react';
import type { Ad } from '#features/ads/queries.ts';

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
  useEffect(() => {
    if (!ad || isPlaced) return;
    const place = () => {
      const third = feed.current?.querySelectorAll('article')[AD_AFTER - 1];
      // Not in the page: the list is short, or scrolled far past it.
      const bottom = third?.getBoundingClientRect().bottom ?? -1;
      if (bottom > 0 && bottom < innerHeight) return;
      lastPlaced = ad;
      setPlaced(ad);
    };
    place();
    addEventListener('scroll', place, { passive: true });
    return () => removeEventListener('scroll', place);
  }, [ad, isPlaced, feed]);
  // One that has ended goes at once.
  return ad && placed;
}

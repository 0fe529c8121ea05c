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
  /** Keeps the post in place that was visible when the ad was inserted above it. */
  const holdPlace = useRef<(() => () => void) | null>(null);

  useEffect(() => {
    if (!ad || isPlaced) return;
    let stop: (() => void) | null = null;
    let isEnded = false;
    import('./place-ad.ts').then(
      ({ watchPlace }) => {
        if (isEnded || !feed.current) return;
        stop = watchPlace({
          feed: feed.current,
          after: AD_AFTER,
          onPlace: (hold) => {
            holdPlace.current = hold;
            lastPlaced = ad;
            setPlaced(ad);
          },
        });
      },
      // Its chunk is not on this device yet: no ad.
      () => {},
    );
    return () => {
      isEnded = true;
      stop?.();
    };
  }, [ad, isPlaced, feed]);

  useLayoutEffect(() => {
    const hold = holdPlace.current;
    holdPlace.current = null;
    return hold?.();
  }, [placed]);

  // Not known yet, after Back: the posts below must not move when it is.
  if (!ad) return placed;
  // An ad that has ended is removed at once; another one comes in when it moves nothing.
  return isPlaced ? ad : null;
}

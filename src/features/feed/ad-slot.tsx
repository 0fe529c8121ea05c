import { useRef, useState, type ReactNode, type RefObject } from 'react';
import type { Ad } from '#contract/ad-row.ts';
import type { FeedAdProps } from '#features/ads/feed-ad.tsx';
import { AD_WIDE, firstAd, useShape } from '#features/ads/first-queries.ts';
import { cx } from '#ui/class-names.ts';
import { entryProps } from '#ui/entry.ts';
import { later } from '#ui/later.tsx';
import { useMedia } from '#ui/use-media.ts';
import log from './log-entry.module.css';
import styles from './ad-slot.module.css';

// Not needed for first paint.
const FeedAd = later<FeedAdProps>(async () => (await import('#features/ads/feed-ad.tsx')).FeedAd);

/** §2: the ad follows the third post. */
export const AD_AFTER = 3;

interface AdFrameProps {
  /** Null: our own. */
  ad: Ad | null;
  slot?: RefObject<HTMLDivElement | null>;
  children?: ReactNode;
}

/** The slot of an ad, as high as the ad is when it has loaded. */
export function AdFrame({ ad, slot, children }: AdFrameProps) {
  const shape = useShape(ad, useMedia(AD_WIDE));
  return (
    <div ref={slot} {...entryProps(cx(log.entry, styles.ad))}>
      <div className={cx(log.column, styles.slot)} data-shape={shape} data-host={ad?.destination_url?.[0]}>
        {children}
      </div>
    </div>
  );
}

/** The ad of the feed, with the slot of the last visit's ad until the database is open. */
export function AdSlot({ isWide }: { isWide: boolean }) {
  const [ad, setAd] = useState(() => firstAd(isWide));
  const slot = useRef<HTMLDivElement>(null);
  return (
    <AdFrame ad={ad} slot={slot}>
      <FeedAd ad={ad} slot={slot} isWide={isWide} onChange={setAd} />
    </AdFrame>
  );
}

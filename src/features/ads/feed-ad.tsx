import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { adsCopy } from '#copy/feed-extras.ts';
import { useDataSaver } from '#features/settings/queries.ts';
import { ExternalIcon, InfoIcon } from '#ui/icons/more-icons.tsx';
import { TextLink } from '#ui/text-link.tsx';
import { useMedia } from '#ui/use-media.ts';
import styles from './feed-ad.module.css';
import { recordAdEvent } from './mutations.ts';
import type { Ad } from '#contract/ad-row.ts';
import { AD_WIDE, shapeOf } from './first-queries.ts';
import { useFeedAd } from './queries.ts';

/** An ad counts as seen when half of it was visible for a second. */
const SEEN_SHARE = 0.5;
const SEEN_MS = 1000;

export interface FeedAdProps {
  /** Null for our own, whose views are not counted. */
  ad: Ad | null;
  slot: RefObject<Element | null>;
  /** The window has at least 769 px. */
  isWide: boolean;
  onChange: (ad: Ad | null) => void;
}

/** An ad in its slot of the feed. It changes only while outside of the window, because heights differ. */
export function FeedAd({ ad, slot, isWide, onChange }: FeedAdProps) {
  const next = useFeedAd(isWide);
  useEffect(() => {
    if (next === undefined || next === ad || !slot.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.at(-1)?.isIntersecting) onChange(next);
    });
    observer.observe(slot.current);
    return () => observer.disconnect();
  }, [next, ad, slot, onChange]);
  return ad ? <PaidAd key={ad.id} ad={ad} /> : <HouseAd />;
}

const HouseAd = () => (
  <article data-later aria-label={adsCopy.house}>
    <p className={styles.label}>{adsCopy.house}</p>
    <p className={styles.house}>{adsCopy.houseText}</p>
    <TextLink to="/merch" className={styles.more}>
      {adsCopy.houseLink}
    </TextLink>
  </article>
);

export function PaidAd({ ad }: { ad: Ad }) {
  const [shown, setShown] = useState<HTMLImageElement | null>(null);
  const wide = useMedia(AD_WIDE);
  const savesData = useDataSaver();
  const [isBroken, setBroken] = useState(false);
  const shape = shapeOf(ad, wide);
  useSeen(shown, () => void recordAdEvent(ad.id, 'impression'));
  const click = () => void recordAdEvent(ad.id, 'click');
  // None for a page of this site.
  const host = URL.parse(ad.destination_url ?? '')?.host;
  // Data saver: the name of the ad, which the link opens all the same. Without its picture it does not count as seen.
  const picture = savesData ? (
    <span className={styles.name} dir="auto">
      {ad.title}
    </span>
  ) : (
    <img
      className={styles.picture}
      data-shape={shape}
      src={shape === 'mobile' ? (ad.mobile_image_url ?? ad.image_url) : ad.image_url}
      alt={ad.title}
      decoding="async"
      loading="lazy"
      onLoad={({ currentTarget }) => setShown(currentTarget)}
      onError={() => setBroken(true)}
    />
  );
  return (
    <article data-later aria-label={adsCopy.label}>
      <p className={styles.label}>
        <span className={styles.badge}>{adsCopy.label}</span>
        <bdi className={styles.title}>{ad.title}</bdi>
        <TextLink to="/privacy" hash={adsCopy.aboutId} className={styles.about} aria-label={adsCopy.about}>
          <InfoIcon size="s" />
        </TextLink>
      </p>
      {!isBroken &&
        (ad.destination_url ? (
          <a
            href={ad.destination_url}
            target="_blank"
            rel="noopener noreferrer sponsored"
            aria-label={adsCopy.opens(ad.title)}
            onClick={click}
            // The middle button, which opens another tab.
            onAuxClick={({ button }) => button === 1 && click()}
          >
            {picture}
            {host && (
              <span className={styles.host}>
                <span className={styles.title}>{host}</span>
                <ExternalIcon size="s" />
              </span>
            )}
          </a>
        ) : (
          picture
        ))}
    </article>
  );
}

/** Calls `onSeen` once, when half of the picture was in the window of a visible tab for a second without a break. */
function useSeen(picture: HTMLElement | null, onSeen: () => void): void {
  const seen = useEffectEvent(onSeen);
  const isCounted = useRef(false);
  useEffect(() => {
    if (!picture || isCounted.current) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isInside = false;
    const check = () => {
      clearTimeout(timer);
      if (!isInside || document.hidden || isCounted.current) return;
      timer = setTimeout(() => {
        isCounted.current = true;
        seen();
      }, SEEN_MS);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        isInside = (entries.at(-1)?.intersectionRatio ?? 0) >= SEEN_SHARE;
        check();
      },
      { threshold: SEEN_SHARE },
    );
    observer.observe(picture);
    document.addEventListener('visibilitychange', check);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', check);
    };
  }, [picture]);
}

import { type AdRow, type Ad, HOUSE_AD, toAd } from '#contract/ad-row.ts';
import { liveQuery } from '#data/replica/live-query.ts';
import { useStore } from '#lib/use-store.ts';

/** The stream contains only ads that run today. */
const runningAds = liveQuery<AdRow, Ad | null>({
  sql: 'SELECT id, title, type, destination_url, image_url, mobile_image_url FROM ads ORDER BY id',
  decode: toAd,
});

/** §9: the mobile image is for 768 px and below. */
export const AD_WIDE = '(min-width: 769px)';

const house = toAd({
  id: HOUSE_AD,
  type: 'banner',
  title: null,
  destination_url: null,
  image_url: null,
  mobile_image_url: null,
});

const HOUR_MS = 3_600_000;
/** Rotates hourly, so that all ads get the same time. Computed once per load, so that the ad does not change while it is on screen. */
const turn = Math.floor(Date.now() / HOUR_MS);

const choose = (ads: readonly Ad[]): Ad | null => ads[turn % Math.max(1, ads.length)] ?? null;

/** The advertisement for the feed of a window that is wide or not (AD_WIDE); our own if none fits; null while it is not known. */
export function useFeedAd(isWide: boolean): Ad | null {
  const { rows, synced } = useStore(runningAds);
  const isFitting = (ad: Ad | null): ad is Ad =>
    ad !== null && ad.type !== 'skyscraper' && (!isWide || ad.type !== 'mobile');
  return choose(rows.filter(isFitting)) ?? (synced ? house : null);
}

/** The advertisement beside the feed, or null. */
export const useSideAd = (): Ad | null =>
  choose(useStore(runningAds).rows.filter((ad) => ad?.type === 'skyscraper') as Ad[]);

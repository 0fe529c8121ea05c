import { type AdRow, type Ad, fitsFeed, HOUSE_AD, toAd } from '#contract/ad-row.ts';
import { liveQuery } from '#data/replica/live-query.ts';
import { createStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';
import { RUNNING_ADS_SQL } from './ads-sql.ts';

/** The stream contains only ads that run today. */
const runningAds = liveQuery<AdRow, Ad | null>({
  sql: RUNNING_ADS_SQL,
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
const hourNow = () => Math.floor(Date.now() / HOUR_MS);
/** Rotates hourly, so that all ads get the same time, but not under the reader: only at a load, and when they leave the page or return. */
const hour = createStore(hourNow(), {
  onActive() {
    const update = () => hour.set(hourNow());
    document.addEventListener('visibilitychange', update);
    return () => document.removeEventListener('visibilitychange', update);
  },
});

const useChoice = (ads: readonly Ad[]): Ad | null => ads[useStore(hour) % Math.max(1, ads.length)] ?? null;

/** The advertisement for the feed of a window that is wide or not (AD_WIDE); our own if none fits; null while it is not known. */
export function useFeedAd(isWide: boolean): Ad | null {
  const { rows, synced } = useStore(runningAds);
  return useChoice(rows.filter((ad) => ad !== null && fitsFeed(ad, isWide)) as Ad[]) ?? (synced ? house : null);
}

/** The advertisement beside the feed, or null. */
export const useSideAd = (): Ad | null =>
  useChoice(useStore(runningAds).rows.filter((ad) => ad?.type === 'skyscraper') as Ad[]);

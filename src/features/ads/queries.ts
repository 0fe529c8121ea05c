import { type AdRow, type Ad, toAd } from '#contract/ad-row.ts';
import { liveQuery } from '#data/replica/live-query.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

/** The stream contains only ads that run today. */
const runningAds = liveQuery<AdRow, Ad | null>({
  sql: 'SELECT id, title, type, destination_url, image_url, mobile_image_url FROM ads ORDER BY id',
  decode: toAd,
});

const HOUR_MS = 3_600_000;
/** Rotates hourly. Computed once per load, so that the ad does not change while it is on screen. */
const turn = Math.floor(Date.now() / HOUR_MS);

const feedAd = deriveStore([runningAds], ({ rows }): Ad | null => {
  const fitting = rows.filter((ad) => ad !== null);
  return fitting[turn % Math.max(1, fitting.length)] ?? null;
});

/** The advertisement for the feed, or null. */
export const useFeedAd = (): Ad | null => useStore(feedAd);

import { liveQuery } from '#data/replica/live-query.ts';
import { deriveStore } from '#lib/store.ts';
import { useStore } from '#lib/use-store.ts';

/** Shapes that fit the feed's column; a skyscraper does not. */
export type FeedAdType = 'square' | 'banner' | 'mobile';

export interface Ad {
  id: string;
  title: string;
  type: FeedAdType;
  /** A web address or a path of this site; null: it leads nowhere. */
  destination_url: string | null;
  image_url: string;
  mobile_image_url: string | null;
}

type AdRow = Omit<Ad, 'type'> & { type: string };

const isForFeed = (ad: AdRow): ad is Ad => ['square', 'banner', 'mobile'].includes(ad.type);

/** The stream sends only what runs today. */
const runningAds = liveQuery<AdRow, AdRow>({
  sql: 'SELECT id, title, type, destination_url, image_url, mobile_image_url FROM ads ORDER BY id',
  decode: (row) => row,
});

const HOUR_MS = 3_600_000;
/** By the hour, so that each has its turn, and the place does not change while somebody reads. */
const turn = Math.floor(Date.now() / HOUR_MS);

const feedAd = deriveStore([runningAds], ({ rows }): Ad | null => {
  const fitting = rows.filter(isForFeed);
  return fitting[turn % Math.max(1, fitting.length)] ?? null;
});

/** The advertisement for the feed; null while there is none. */
export const useFeedAd = (): Ad | null => useStore(feedAd);

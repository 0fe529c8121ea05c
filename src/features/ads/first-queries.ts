/* In the first chunk, because the slot of the ad is in the feed from its first frame. */

import type { Ad, AdType } from '#contract/ad-row.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { useDataSaver } from '#features/settings/queries.ts';

/** §9: the mobile image is for 768 px and below. */
export const AD_WIDE = '(min-width: 769px)';

/** Whether an ad fits the feed of a window from 769 px, or of a narrower one. Skyscrapers are beside the feed. */
export const fitsFeed = ({ type }: Ad, isWide: boolean): boolean =>
  type !== 'skyscraper' && (!isWide || type !== 'mobile');

/** §9: the shape of the picture that an ad has in a window from 769 px, or in a narrower one. */
export const shapeOf = ({ type, mobile_image_url }: Ad, isWide: boolean): AdType =>
  !isWide && mobile_image_url ? 'mobile' : type;

/** The shape of the slot of an ad. Our own (null) has no picture, and data saver shows the name of others. */
export function useShape(ad: Ad | null, isWide: boolean): AdType | 'house' | 'text' {
  const savesData = useDataSaver();
  return !ad ? 'house' : savesData ? 'text' : shapeOf(ad, isWide);
}

/** The ad of a start, until the database has opened; null for our own. */
export const firstAd = (isWide: boolean): Ad | null =>
  snapshotStore.get()?.ads?.find((ad) => fitsFeed(ad, isWide)) ?? null;

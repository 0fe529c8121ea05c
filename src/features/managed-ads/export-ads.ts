import { adsAdminCopy as copy } from '#copy/ads-admin.ts';
import { toCsv } from '#lib/csv.ts';
import { download } from '#lib/download.ts';
import { adState } from './ad-state.ts';
import type { AdFigures, ManagedAd } from './queries.ts';

/** Ads with their figures as CSV; figures that are not here are empty. */
export function adsAsCsv(ads: readonly ManagedAd[], figures: ReadonlyMap<string, AdFigures> | null, today: string) {
  const { title, client, type, state, start, end, impressions, clicks, ctr, destination } = copy;
  return toCsv([
    [title, client, type, state, start, end, impressions, clicks, `${ctr} %`, destination],
    ...ads.map((ad) => {
      const known = figures?.get(ad.id);
      return [
        ad.title,
        ad.client ?? '',
        ad.type,
        adState(ad, today).text,
        ad.start_date,
        ad.end_date ?? '',
        known?.impressions ?? '',
        known?.clicks ?? '',
        known?.ctr ?? '',
        ad.destination_url ?? '',
      ];
    }),
  ]);
}

export function exportAds(
  ads: readonly ManagedAd[],
  figures: ReadonlyMap<string, AdFigures> | null,
  today: string,
): void {
  // Excel reads UTF-8 only with this mark.
  download(new Blob(['\uFEFF', adsAsCsv(ads, figures, today)], { type: 'text/csv' }), copy.file(today));
}

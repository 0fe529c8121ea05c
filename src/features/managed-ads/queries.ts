import { type Ad, type AdRow, toAd } from '#contract/ad-row.ts';
import type { AdDay, AdStats } from '#contract/managed-ads.ts';
import { type Live, useLive } from '#features/replica/use-live.ts';
import { ADS_SQL, CLIENTS_SQL } from './managed-ads-sql.ts';

export interface ManagedAd extends Ad {
  /** Days in UTC, YYYY-MM-DD; the last one counts. */
  start_date: string;
  end_date: string | null;
  active: boolean;
  client_id: string;
  client: string | null;
}

interface ManagedAdRow extends AdRow {
  start_date: string | null;
  end_date: string | null;
  active: number | null;
  client_id: string | null;
  client: string | null;
}

const toManagedAd = (row: ManagedAdRow): ManagedAd | null => {
  const ad = toAd(row);
  return (
    ad && {
      ...ad,
      start_date: row.start_date ?? '',
      end_date: row.end_date,
      active: row.active === 1,
      client_id: row.client_id ?? '',
      client: row.client,
    }
  );
};

const SOURCES = [{ name: 'managed_ads', parameters: {} }];

/** All ads, newest first, with rows only on the ceo's device. */
export function useManagedAds(): Live<ManagedAd> {
  const { rows, ...state } = useLive<ManagedAdRow, ManagedAd | null>({
    sql: ADS_SQL,
    decode: toManagedAd,
    sources: SOURCES,
  });
  return { ...state, rows: rows.filter((ad) => ad !== null) };
}

export interface AdClient {
  id: string;
  name: string;
}

const toAdClient = ({ id, name }: { id: string; name: string | null }): AdClient => ({ id, name: name ?? '' });

export function useAdClients(): Live<AdClient> {
  return useLive<{ id: string; name: string | null }, AdClient>({
    sql: CLIENTS_SQL,
    decode: toAdClient,
    sources: SOURCES,
  });
}

export interface AdFigures {
  impressions: number;
  clicks: number;
  ctr: number;
  /** Null: not known. */
  days: ReadonlyMap<string, AdDay> | null;
}

/** Of all these ads together. */
export function sumOf(ads: readonly { id: string }[], figures: ReadonlyMap<string, AdFigures>) {
  const known = ads.flatMap(({ id }) => figures.get(id) ?? []);
  const impressions = known.reduce((sum, one) => sum + one.impressions, 0);
  const clicks = known.reduce((sum, one) => sum + one.clicks, 0);
  return { impressions, clicks, ctr: ctrOf(impressions, clicks) };
}

/** §9, in percent; 0 without impressions. */
export const ctrOf = (impressions: number, clicks: number): number =>
  impressions === 0 ? 0 : (clicks / impressions) * 100;

/** Sums and days of each ad by id. `days` null: unknown. Ads newer than the figures have none. */
export function toFigures(
  ads: readonly { id: string }[],
  stats: readonly AdStats[],
  days: readonly AdDay[] | null,
): Map<string, AdFigures> {
  const byAd = new Map<string, Map<string, AdDay>>();
  for (const day of days ?? []) {
    const known = byAd.get(day.ad_id) ?? new Map<string, AdDay>();
    byAd.set(day.ad_id, known.set(day.day, day));
  }
  const sums = new Map(stats.map((row) => [row.ad_id, row]));
  return new Map(
    ads.map(({ id }) => {
      const { impressions, clicks, ctr } = sums.get(id) ?? { impressions: 0, clicks: 0, ctr: 0 };
      return [id, { impressions, clicks, ctr, days: days && (byAd.get(id) ?? new Map<string, AdDay>()) }];
    }),
  );
}

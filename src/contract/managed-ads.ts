import { z } from './zod.ts';
import { AD_TYPES, type AdType } from './ad-row.ts';

/** §3: the sizes of the four types, in CSS pixels. */
export const AD_SIZES: Readonly<Record<AdType, { width: number; height: number }>> = {
  square: { width: 250, height: 250 },
  banner: { width: 728, height: 90 },
  skyscraper: { width: 160, height: 600 },
  mobile: { width: 320, height: 100 },
};

/** Of the title of an ad and of the name of a client, as in the database. */
export const AD_TEXT_LENGTH = 120;

/** Addresses of this installation's own files are paths. */
const isAddress = (text: string): boolean => /^https:\/\/[^\s/]+/.test(text) || /^\/(?!\/)/.test(text);
const address = z.string().check(z.refine(isAddress));

/** An ad as the form sends it. Days are in UTC (YYYY-MM-DD), and the last one counts. */
export const AdInput = z
  .strictObject({
    title: z.string().check(z.trim(), z.minLength(1), z.maxLength(AD_TEXT_LENGTH)),
    type: z.enum(AD_TYPES),
    destination_url: z.nullable(address),
    image_url: address,
    mobile_image_url: z.nullable(address),
    start_date: z.iso.date(),
    end_date: z.nullable(z.iso.date()),
    active: z.boolean(),
    client_id: z.uuid(),
  })
  .check(z.refine(({ start_date, end_date }) => end_date === null || end_date >= start_date, { path: ['end_date'] }));
export type AdInput = z.infer<typeof AdInput>;

/** Sums of one ad since it was created, from ad_stats(). */
export interface AdStats {
  ad_id: string;
  impressions: number;
  clicks: number;
  /** Percent, rounded to one decimal; 0 without impressions. */
  ctr: number;
}

/** One day (UTC, YYYY-MM-DD) of one ad, from ad_days(). Days without events have no row. */
export interface AdDay {
  ad_id: string;
  day: string;
  impressions: number;
  clicks: number;
}

import type { AdInput } from '#contract/managed-ads.ts';
import { dayOf } from '#lib/days.ts';

export type Fields = Record<
  'title' | 'type' | 'destination' | 'image' | 'mobileImage' | 'start' | 'end' | 'active' | 'client',
  string
>;

/** Fields with a picture. Before its upload it is a file of the draft, and the field is ''. */
export type ImageField = 'image' | 'mobileImage';

/** Of a stored ad, of one that was saved before, or of a new one. */
export const toFields = (ad: AdInput | null): Fields => ({
  title: ad?.title ?? '',
  type: ad?.type ?? '',
  destination: ad?.destination_url ?? '',
  image: ad?.image_url ?? '',
  mobileImage: ad?.mobile_image_url ?? '',
  start: ad?.start_date ?? dayOf(new Date()),
  end: ad?.end_date ?? '',
  active: ad?.active === false ? 'off' : 'on',
  client: ad?.client_id ?? '',
});

export const toInput = (fields: Fields) => ({
  title: fields.title,
  type: fields.type,
  destination_url: fields.destination.trim() || null,
  image_url: fields.image,
  mobile_image_url: fields.mobileImage || null,
  start_date: fields.start,
  end_date: fields.end || null,
  active: fields.active === 'on',
  client_id: fields.client,
});

export const AD_TYPES = ['square', 'banner', 'skyscraper', 'mobile'] as const;
export type AdType = (typeof AD_TYPES)[number];

export interface Ad {
  id: string;
  title: string;
  type: AdType;
  /** A web address or a path of this site; null: not a link. */
  destination_url: string | null;
  image_url: string;
  mobile_image_url: string | null;
}

export interface AdRow {
  id: string;
  title: string | null;
  type: string | null;
  destination_url: string | null;
  image_url: string | null;
  mobile_image_url: string | null;
}

/** Null for a type of a later release. */
export function toAd(row: AdRow): Ad | null {
  const type = AD_TYPES.find((known) => known === row.type);
  if (!type) return null;
  const { id, destination_url, mobile_image_url } = row;
  return { id, title: row.title ?? '', type, destination_url, image_url: row.image_url ?? '', mobile_image_url };
}

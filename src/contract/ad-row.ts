const FEED_TYPES = ['square', 'banner', 'mobile'] as const;

/** An advertisement whose shape fits the feed's column. */
export interface Ad {
  id: string;
  title: string;
  type: (typeof FEED_TYPES)[number];
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

/** Null for shapes that do not fit the feed, such as a skyscraper. */
export function toAd(row: AdRow): Ad | null {
  const type = FEED_TYPES.find((known) => known === row.type);
  if (!type) return null;
  const { id, destination_url, mobile_image_url } = row;
  return { id, title: row.title ?? '', type, destination_url, image_url: row.image_url ?? '', mobile_image_url };
}

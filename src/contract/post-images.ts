/** A picture of a post, as private.update_images_of writes it. */
export interface PostImage {
  /** A path of this site, of our storage (`/storage/v1/object/…`), or an https address. */
  url: string;
  /** Px of the file; null if unknown. */
  width?: number | null;
  height?: number | null;
  alt?: string | null;
  /** A data URI of a few bytes, shown until the file has loaded. */
  preview?: string | null;
  /** 1: its author's device has not sent the file yet. */
  awaited?: number;
}

/** A picture that a post has on the server. */
export interface StoredPicture extends PostImage {
  id: string;
  /** From 0; the positions of a post may have gaps. */
  position: number;
}

/** The column `images` of a post: a JSON list, or one address. */
export function readPostImages(images: string | null): PostImage[] {
  if (!images) return [];
  // Written by Postgres, or by our own SQL.
  return images.startsWith('[') ? (JSON.parse(images) as PostImage[]) : [{ url: images }];
}

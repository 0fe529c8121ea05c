import { IMAGE_LIMITS } from './media.ts';
import type { PostImage, StoredPicture } from './post-images.ts';
import type { EditPost } from './posts.ts';

export interface EditedPictures {
  /** In their order, with their new descriptions. */
  kept: readonly StoredPicture[];
  /** Ids. */
  removed: readonly string[];
  /** Ids with their new descriptions. */
  described: readonly (readonly [id: string, alt: string | null])[];
}

/** What an edit does to the pictures that a post has. Those that were removed elsewhere are left out. */
export function editPictures(
  before: readonly StoredPicture[],
  { removed_images = [], alts = {} }: Pick<EditPost, 'removed_images' | 'alts'>,
): EditedPictures {
  const kept = before
    .filter(({ id }) => !removed_images.includes(id))
    .map((picture) => ({ ...picture, alt: (alts[picture.id] ?? picture.alt) || null }));
  return {
    kept,
    removed: before.filter(({ id }) => removed_images.includes(id)).map(({ id }) => id),
    described: kept
      .filter(({ id, alt }) => before.some((each) => each.id === id && (each.alt || null) !== alt))
      .map(({ id, alt }) => [id, alt] as const),
  };
}

/** The positions for further pictures: after the others, then in their gaps. */
export function freePositions(taken: readonly Pick<StoredPicture, 'position'>[]): number[] {
  const used = taken.map(({ position }) => position);
  const last = Math.max(-1, ...used);
  const all = Array.from({ length: IMAGE_LIMITS.perPost }, (_, position) => position);
  const free = all.filter((position) => !used.includes(position));
  return [...free.filter((position) => position > last), ...free.filter((position) => position < last)];
}

/** The column `images` of a post with these pictures. */
export const toImages = (pictures: readonly (PostImage & { position: number })[]): string | null =>
  pictures.length === 0
    ? null
    : JSON.stringify(
        pictures
          .toSorted((one, other) => one.position - other.position)
          .map(({ url, width, height, alt, preview }): PostImage => ({ url, width, height, alt, preview })),
      );

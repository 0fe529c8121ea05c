import { IMAGE_LIMITS } from './media.ts';
import type { PostImage, StoredPicture } from './post-images.ts';
import type { EditPost } from './posts.ts';

type Position = readonly [id: string, position: number];

export interface EditedPictures {
  /** In their order, with their new positions and descriptions. */
  kept: readonly StoredPicture[];
  removed: readonly string[];
  /** Ids with their new descriptions. */
  described: readonly (readonly [id: string, alt: string | null])[];
  /** The positions of new pictures, by id, in their order. */
  added: readonly Position[];
  /** Steps in which pictures change slots. No two ever have the same position. */
  moved: readonly Position[];
}

/** What an edit does to the pictures that a post has. Those that were removed elsewhere are left out. */
export function editPictures(
  before: readonly StoredPicture[],
  { removed_images = [], alts = {}, images = [], order = [] }: Omit<EditPost, 'id' | 'title' | 'description'>,
): EditedPictures {
  const stay = before
    .filter(({ id }) => !removed_images.includes(id))
    .map((picture) => ({ ...picture, alt: (alts[picture.id] ?? picture.alt) || null }));
  const slots = slotsOf(arrange<{ id: string; position?: number }>([...stay, ...images], order));
  const kept = stay
    .map((picture) => ({ ...picture, position: slots.get(picture.id) ?? picture.position }))
    .toSorted((one, other) => one.position - other.position);
  return {
    kept,
    removed: before.filter(({ id }) => removed_images.includes(id)).map(({ id }) => id),
    described: kept
      .filter(({ id, alt }) => before.some((each) => each.id === id && (each.alt || null) !== alt))
      .map(({ id, alt }) => [id, alt] as const),
    added: [...slots].filter(([id]) => images.some((image) => image.id === id)),
    moved: stepsTo(slots, stay),
  };
}

/** Orders pictures by ids; '' stands for the next unnamed one. The rest follows. */
export function arrange<T extends { id: string }>(pictures: readonly T[], order: readonly string[]): T[] {
  const others = pictures.filter(({ id }) => !order.includes(id));
  const named = order.flatMap((id) => (id ? pictures.filter((each) => each.id === id) : others.splice(0, 1)));
  return [...named, ...others];
}

/** Pictures stay where they are if the others fit between them. */
function slotsOf(pictures: readonly { id: string; position?: number }[]): Map<string, number> {
  let next = 0;
  const fitting = pictures.map(({ id, position = next }): Position => {
    const slot: Position = [id, position < next ? IMAGE_LIMITS.perPost : position];
    next = slot[1] + 1;
    return slot;
  });
  return new Map(next <= IMAGE_LIMITS.perPost ? fitting : pictures.map(({ id }, at): Position => [id, at]));
}

/** One picture more than a post can have fits, so there is always a free position. */
function stepsTo(slots: ReadonlyMap<string, number>, pictures: readonly StoredPicture[]): Position[] {
  const now = new Map(pictures.map(({ id, position }) => [id, position]));
  const isFree = (position: number) => ![...now.values()].includes(position);
  const steps: Position[] = [];
  for (;;) {
    const waiting = [...now.keys()].filter((id) => now.get(id) !== slots.get(id));
    const [first] = waiting;
    if (first === undefined) return steps;
    const id = waiting.find((each) => isFree(slots.get(each) ?? 0));
    const spare = Array.from({ length: IMAGE_LIMITS.perPost + 1 }, (_, at) => at).findLast(isFree);
    const step: Position = id === undefined ? [first, spare ?? 0] : [id, slots.get(id) ?? 0];
    now.set(...step);
    steps.push(step);
  }
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

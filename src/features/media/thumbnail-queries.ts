import type { Thumbnail } from '#data/media/clean.ts';

export type { Thumbnail };

/**
 * A small picture of a chosen file, drawn in a worker. Null if it cannot be decoded, or was deleted since it was
 * chosen.
 */
export async function thumbnailOf(file: File): Promise<Thumbnail | null> {
  const { thumbnailOf: draw } = await import('#data/media/cleaner.ts');
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes && draw(bytes);
}

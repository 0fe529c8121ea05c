import type { Thumbnail } from '#data/media/clean.ts';

export type { Thumbnail };

/** A chosen file's thumbnail, drawn in a worker. Null if it cannot be decoded or was deleted. */
export async function thumbnailOf(file: File): Promise<Thumbnail | null> {
  const { thumbnailOf: draw } = await import('#data/media/cleaner.ts');
  const bytes = await file.arrayBuffer().catch(() => null);
  return bytes && draw(bytes);
}

import { v7 } from 'uuid';
import type { Picture } from '#contract/media.ts';

/** A picture of an ad's draft: the name of its form field instead of a file name; without metadata. */
export async function adPicture(field: string, image: Blob): Promise<Picture> {
  const bytes = await image.arrayBuffer();
  const about = { preview: '', alt: '', located: false };
  return { id: v7(), name: field, type: image.type, bytes, ...(await measure(image)), ...about };
}

/** In pixels. What this browser cannot decode has none: the server decides on it. */
async function measure(image: Blob): Promise<{ width: number; height: number }> {
  const bitmap = await createImageBitmap(image).catch(() => null);
  const size = { width: bitmap?.width ?? 0, height: bitmap?.height ?? 0 };
  bitmap?.close();
  return size;
}

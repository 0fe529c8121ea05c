import { v7 } from 'uuid';
import { IMAGE_LIMITS, type Picture } from '#contract/media.ts';
import type { CleanProblem } from '#data/media/bare-picture.ts';

export type TakeResult = { ok: true; picture: Picture } | { ok: false; code: CleanProblem | 'storage_full' };

/** Space that must be left after a picture was taken in: the database needs some to send it. */
const RESERVE = 2_000_000;

/** True if the browser reports that there is no room for this many bytes more. */
export async function isDeviceFull(bytes: number): Promise<boolean> {
  try {
    const { usage = 0, quota = Infinity } = await navigator.storage.estimate();
    return quota - usage < bytes + RESERVE;
  } catch {
    return false;
  }
}

/** Reduces a file for sending: at most 1080 px a side, 5 MB, no location. In a worker, on the device. */
export async function takePicture(file: File, onProgress?: (part: number) => void): Promise<TakeResult> {
  if (await isDeviceFull(Math.min(file.size, IMAGE_LIMITS.bytes))) return { ok: false, code: 'storage_full' };
  const { clean } = await import('#data/media/cleaner.ts');
  // A file that was deleted since it was chosen cannot be read.
  const bytes = await file.arrayBuffer().catch(() => null);
  if (!bytes) return { ok: false, code: 'unreadable' };
  const result = await clean(bytes, onProgress, () => file.arrayBuffer());
  if (!result.ok) return result;
  return { ok: true, picture: { id: v7(), name: file.name, alt: '', ...result.picture } };
}

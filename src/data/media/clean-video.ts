import type { VideoType } from '#contract/media.ts';
import { stripMp4 } from './strip/mp4.ts';
import { sniffVideo } from './strip/sniff-video.ts';
import { stripWebm } from './strip/webm.ts';

export type CleanVideoResult =
  | { ok: true; type: VideoType; bytes: ArrayBuffer; located: boolean }
  /** A damaged file: it cannot be said what of it is metadata. */
  | { ok: false };

/** Removes metadata, location among it. The picture and the sound stay as they are. Takes over the bytes. */
export function cleanVideo(original: ArrayBuffer): CleanVideoResult {
  const bytes = new Uint8Array(original);
  const type = sniffVideo(bytes);
  if (type === null) return { ok: false };
  try {
    const { located } = type === 'video/webm' ? stripWebm(bytes) : stripMp4(bytes);
    return { ok: true, type, bytes: original, located };
  } catch {
    return { ok: false };
  }
}

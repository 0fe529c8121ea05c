import type { VideoType } from '#contract/media.ts';
import { stripMp4 } from './strip/mp4.ts';
import { latin } from './strip/parts.ts';
import { stripWebm } from './strip/webm.ts';

/** By the first bytes, because names and declared types are often wrong. Null: no format that can be posted. */
export function sniffVideo(bytes: Uint8Array): VideoType | null {
  // WebM is Matroska with this type in its header; browsers do not play others.
  if (latin(bytes, 0, 4) === '\x1a\x45\xdf\xa3') return latin(bytes, 4, 64).includes('webm') ? 'video/webm' : null;
  const [name, brand] = [latin(bytes, 4, 8), latin(bytes, 8, 12)];
  // QuickTime files of before 2003 have no `ftyp`.
  if (['moov', 'mdat', 'wide', 'free', 'skip'].includes(name)) return 'video/quicktime';
  if (name !== 'ftyp' || /^(hei|hev|mif1|msf1|avi[fs]|M4A |crx )/.test(brand)) return null;
  return brand === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

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

import type { VideoType } from '#contract/media.ts';
import { latin } from './parts.ts';

// A file of its own: the page checks a video, and only its worker has the code that cleans one.

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

import { stripGif } from './gif.ts';
import { stripJpeg } from './jpeg.ts';
import { latin, type Stripped } from './parts.ts';
import { isAnimatedPng, stripPng } from './png.ts';
import { isAnimatedWebp, stripWebp } from './webp.ts';

interface Format {
  strip: (bytes: Uint8Array) => Stripped;
  isAnimated: (bytes: Uint8Array) => boolean;
}

const never = () => false;
const FORMATS = {
  'image/jpeg': { strip: stripJpeg, isAnimated: never },
  'image/png': { strip: stripPng, isAnimated: isAnimatedPng },
  'image/webp': { strip: stripWebp, isAnimated: isAnimatedWebp },
  // Also with one frame: encoding it again would only add noise.
  'image/gif': { strip: stripGif, isAnimated: () => true },
} satisfies Record<string, Format>;
export type KnownType = keyof typeof FORMATS;

/** What is only taken as a new picture. `heif`: HEIC and AVIF, which only some browsers decode. */
export type Foreign = 'heif' | 'bmp';

export const isForeign = (type: KnownType | Foreign): type is Foreign => type === 'heif' || type === 'bmp';

/** By the first bytes, because names and declared types are often wrong. */
export function sniff(bytes: Uint8Array): KnownType | Foreign | null {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return 'image/jpeg';
  if (latin(bytes, 0, 8) === '\x89PNG\r\n\x1a\n') return 'image/png';
  if (latin(bytes, 0, 4) === 'RIFF' && latin(bytes, 8, 12) === 'WEBP') return 'image/webp';
  if (/^GIF8[79]a$/.test(latin(bytes, 0, 6))) return 'image/gif';
  // Two letters, then the length of a header of one of the versions of after 1990.
  if (/^BM.{12}[\x28\x34\x38\x6c\x7c]\0\0\0$/s.test(latin(bytes, 0, 18))) return 'bmp';
  const brand = latin(bytes, 4, 8) === 'ftyp' ? latin(bytes, 8, 12) : '';
  return /^(hei[cfmsx]|hev[cx]|mif1|msf1|avi[fs])$/.test(brand) ? 'heif' : null;
}

export const formatOf = (type: KnownType): Format => FORMATS[type];

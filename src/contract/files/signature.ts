import { latin, viewOf } from './bytes.ts';

/** ISO base media (AVIF, HEIC, MP4, QuickTime): major or compatible brands that may follow `ftyp`. */
const BRANDS: Readonly<Record<string, readonly string[]>> = {
  'image/avif': ['avif', 'avis'],
  'image/heic': ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'],
  'image/heif': ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'],
  'video/mp4': ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ', 'mmp4', 'MSNV'],
  'video/quicktime': ['qt  '],
};

const SIGNATURES: Readonly<Record<string, (head: Uint8Array) => boolean>> = {
  'image/jpeg': (head) => latin(head, 0, 3) === '\xFF\xD8\xFF',
  'image/png': (head) => latin(head, 0, 8) === '\x89PNG\r\n\x1A\n',
  'image/gif': (head) => /^GIF8[79]a$/.test(latin(head, 0, 6)),
  'image/webp': (head) => latin(head, 0, 4) === 'RIFF' && latin(head, 8, 12) === 'WEBP',
  'image/bmp': (head) => latin(head, 0, 2) === 'BM',
  'video/webm': (head) => latin(head, 0, 4) === '\x1A\x45\xDF\xA3',
};

/** Whether the first bytes of a file are those of this media type. False for every type that no bucket accepts. */
export function matchesType(type: string, head: Uint8Array): boolean {
  const brands = BRANDS[type];
  if (brands) return brandsOf(head).some((brand) => brands.includes(brand));
  return SIGNATURES[type]?.(head) ?? false;
}

function brandsOf(head: Uint8Array): string[] {
  if (head.length < 16 || latin(head, 4, 8) !== 'ftyp') return [];
  const end = Math.min(viewOf(head).getUint32(0), head.length, 256);
  const brands = [latin(head, 8, 12)];
  // A four-byte version is between the major brand and the others.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(latin(head, at, at + 4));
  return brands;
}

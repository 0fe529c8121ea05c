/** ISO base media files (AVIF, HEIC, MP4, QuickTime): brands that may follow `ftyp`, as the major or a compatible brand. */
const BRANDS: Record<string, readonly string[]> = {
  'image/avif': ['avif', 'avis'],
  'image/heic': ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'],
  'image/heif': ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'],
  'video/mp4': ['isom', 'iso2', 'iso4', 'iso5', 'iso6', 'mp41', 'mp42', 'avc1', 'dash', 'M4V ', 'mmp4', 'MSNV'],
  'video/quicktime': ['qt  '],
};

/**
 * Whether the first bytes of a file match its declared type. True for types that are unknown here: the bucket's list decides
 * which types it accepts.
 */
export function matchesType(type: string, bytes: Buffer): boolean {
  const brands = BRANDS[type];
  if (brands) return brandsOf(bytes).some((brand) => brands.includes(brand));
  const text = (from: number, to: number): string => bytes.toString('latin1', from, to);
  switch (type) {
    case 'image/jpeg':
      return text(0, 3) === '\xFF\xD8\xFF';
    case 'image/png':
      return text(0, 8) === '\x89PNG\r\n\x1A\n';
    case 'image/gif':
      return text(0, 6) === 'GIF87a' || text(0, 6) === 'GIF89a';
    case 'image/webp':
      return text(0, 4) === 'RIFF' && text(8, 12) === 'WEBP';
    case 'video/webm':
      return text(0, 4) === '\x1A\x45\xDF\xA3';
    default:
      return true;
  }
}

function brandsOf(bytes: Buffer): string[] {
  if (bytes.length < 16 || bytes.toString('latin1', 4, 8) !== 'ftyp') return [];
  const end = Math.min(bytes.readUInt32BE(0), bytes.length, 256);
  const brands = [bytes.toString('latin1', 8, 12)];
  // A four-byte version is between the major brand and the others.
  for (let at = 16; at + 4 <= end; at += 4) brands.push(bytes.toString('latin1', at, at + 4));
  return brands;
}

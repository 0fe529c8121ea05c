export interface Dimensions {
  readonly width: number;
  readonly height: number;
}

/** Pixels. A decoder needs four bytes for each, whatever the size of the file. */
export const MAX_PIXELS = 50_000_000;

/** Width and height from a picture's header, without decoding it; null if it has none that is known. */
export function dimensionsOf(type: string, bytes: Buffer): Dimensions | null {
  try {
    switch (type) {
      case 'image/png':
        return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
      case 'image/gif':
        return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
      case 'image/webp':
        return ofWebp(bytes);
      case 'image/jpeg':
        return ofJpeg(bytes);
      case 'image/avif':
      case 'image/heic':
      case 'image/heif':
        return ofIsoMedia(bytes);
      default:
        return null;
    }
  } catch (error) {
    // The header ends before its size.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** RFC 9649: the first chunk is VP8, VP8L or VP8X. */
function ofWebp(bytes: Buffer): Dimensions | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8 ':
      return { width: bytes.readUInt16LE(26) & 0x3f_ff, height: bytes.readUInt16LE(28) & 0x3f_ff };
    case 'VP8L': {
      const bits = bytes.readUInt32LE(21);
      return { width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 };
    }
    case 'VP8X':
      return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
    default:
      return null;
  }
}

/** The first frame header (SOF0 to SOF15, without DHT, JPG and DAC, which share the range). */
function ofJpeg(bytes: Buffer): Dimensions | null {
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] ?? 0;
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)) {
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
    }
    const hasNoLength = marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += hasNoLength ? 2 : 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** The largest `ispe` property: a picture in tiles has one for the tiles and one for the whole. */
function ofIsoMedia(bytes: Buffer): Dimensions | null {
  let largest: Dimensions | null = null;
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    const [width, height] = [bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12)];
    if (!largest || width * height > largest.width * largest.height) largest = { width, height };
  }
  return largest;
}

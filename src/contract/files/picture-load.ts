import { isoMediaSurfaces } from './iso-media-pictures.ts';
import { latin, viewOf } from './bytes.ts';

/** What decoding a picture needs at most, whatever its header says. */
export interface PictureLoad {
  /** The width and height in its header. */
  readonly width: number;
  readonly height: number;
  /** Pixels of the largest surface that a decoder may allocate: canvas, frame, tile or grid. Each needs four bytes. */
  readonly largest: number;
  /** Frames of an animation, or passes over a progressive JPEG. */
  readonly frames: number;
  /** False: the form is wrong, or the file ends early. A decoder may still show what was read up to there. */
  readonly isWhole: boolean;
}

/** Pixels of one surface of a stored picture. */
export const MAX_PIXELS = 50_000_000;
/** Pixels of all frames together (480 full screens). Bounds decoding time; the limit above bounds memory. */
const MAX_ANIMATED_PIXELS = 1_000_000_000;
const MAX_FRAMES = 5000;

export const isTooMuch = ({ largest, frames }: PictureLoad, maxPixels = MAX_PIXELS): boolean =>
  largest > maxPixels || frames > MAX_FRAMES || (frames > 1 && largest * frames > MAX_ANIMATED_PIXELS);

interface Size {
  width: number;
  height: number;
}

interface Found {
  /** The first one is the header's. */
  surfaces: Size[];
  frames: number;
}

/** The file has not the form that its first bytes announce. */
class Damaged extends Error {}

const pixels = ({ width, height }: Size): number => width * height;

/** Reads every header in a picture, without decoding it. Null: it has no size. */
export function pictureLoad(type: string, bytes: Uint8Array): PictureLoad | null {
  const found: Found = { surfaces: [], frames: 0 };
  const isWhole = isReadable(type, bytes, found);
  const [first] = found.surfaces;
  if (!first || pixels(first) === 0) return null;
  const largest = found.surfaces.reduce((most, surface) => Math.max(most, pixels(surface)), 0);
  return { ...first, largest, frames: Math.max(1, found.frames), isWhole };
}

function isReadable(type: string, bytes: Uint8Array, found: Found): boolean {
  const read = READERS[type];
  try {
    read?.(bytes, found);
    return read !== undefined;
  } catch (error) {
    // A header is cut off.
    if (error instanceof Damaged || error instanceof RangeError) return false;
    throw error;
  }
}

const READERS: Readonly<Record<string, (bytes: Uint8Array, found: Found) => void>> = {
  'image/png': readPng,
  'image/gif': readGif,
  'image/webp': readWebp,
  'image/jpeg': readJpeg,
  'image/bmp': readBmp,
  'image/avif': readIsoMedia,
  'image/heic': readIsoMedia,
  'image/heif': readIsoMedia,
};

/** Every chunk up to IEND. Frames of an animation have a size of their own in `fcTL`. */
function readPng(bytes: Uint8Array, found: Found): void {
  const view = viewOf(bytes);
  if (latin(bytes, 12, 16) !== 'IHDR') throw new Damaged();
  let at = 8;
  for (let name = ''; name !== 'IEND';) {
    name = latin(bytes, at + 4, at + 8);
    // A second header would be the one that counts for some decoders.
    if (name === 'IHDR') found.surfaces.push({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });
    if (name === 'fcTL') {
      found.frames += 1;
      const [width, height] = [view.getUint32(at + 12), view.getUint32(at + 16)];
      found.surfaces.push({ width: width + view.getUint32(at + 20), height: height + view.getUint32(at + 24) });
    }
    at += 12 + view.getUint32(at);
    if (at > bytes.length) throw new Damaged();
  }
}

/** The size in the header; rows from the top have a negative height. Rows may be packed, so the end is not known. */
function readBmp(bytes: Uint8Array, found: Found): void {
  const view = viewOf(bytes);
  found.surfaces.push({ width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) });
  if (view.getUint32(10, true) >= bytes.length || view.getUint32(2, true) > bytes.length) throw new Damaged();
}

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;

/** The number of bytes of the colour table that these flags announce. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The end of a list of sub-blocks. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const size = bytes[at];
    if (size === undefined) throw new Damaged();
    at += 1 + size;
    if (size === 0) return at;
  }
}

/** Every block up to the trailer. Decoders enlarge the logical screen to a frame that exceeds it. */
function readGif(bytes: Uint8Array, found: Found): void {
  const view = viewOf(bytes);
  let screen = { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  found.surfaces.push(screen);
  let at = 13 + tableBytes(view.getUint8(10));
  for (let block = view.getUint8(at); block !== TRAILER; block = view.getUint8(at)) {
    if (block === EXTENSION) at = endOfBlocks(bytes, at + 2);
    else if (block === IMAGE) {
      const [left, top] = [view.getUint16(at + 1, true), view.getUint16(at + 3, true)];
      const [width, height] = [view.getUint16(at + 5, true), view.getUint16(at + 7, true)];
      screen = { width: Math.max(screen.width, left + width), height: Math.max(screen.height, top + height) };
      found.frames += 1;
      found.surfaces.push(screen);
      at = endOfBlocks(bytes, at + 11 + tableBytes(view.getUint8(at + 9)));
    } else throw new Damaged();
  }
  if (found.frames === 0) throw new Damaged();
}

/** RFC 9649. The canvas (VP8X), the frames of an animation (ANMF) and the pictures in them have a size each. */
function readWebp(bytes: Uint8Array, found: Found): void {
  readWebpChunks(bytes, 12, bytes.length, found);
  if (found.surfaces.length === 0) throw new Damaged();
}

/** Also those behind the length that the file names, which some decoders do not read. */
function readWebpChunks(bytes: Uint8Array, from: number, end: number, found: Found): void {
  const view = viewOf(bytes);
  for (let at = from; at + 8 <= end;) {
    const name = latin(bytes, at, at + 4);
    const size = view.getUint32(at + 4, true);
    const data = at + 8;
    if (data + size > end) throw new Damaged();
    if (name === 'VP8X')
      found.surfaces.push({ width: uint24(bytes, data + 4) + 1, height: uint24(bytes, data + 7) + 1 });
    else if (name === 'ANMF') {
      found.frames += 1;
      const [left, top] = [uint24(bytes, data) * 2, uint24(bytes, data + 3) * 2];
      found.surfaces.push({ width: left + uint24(bytes, data + 6) + 1, height: top + uint24(bytes, data + 9) + 1 });
      readWebpChunks(bytes, data + 16, Math.min(end, data + size), found);
    } else if (name === 'VP8 ') {
      const [width, height] = [view.getUint16(data + 6, true), view.getUint16(data + 8, true)];
      found.surfaces.push({ width: width & 0x3f_ff, height: height & 0x3f_ff });
    } else if (name === 'VP8L') {
      const bits = view.getUint32(data + 1, true);
      found.surfaces.push({ width: (bits & 0x3f_ff) + 1, height: ((bits >>> 14) & 0x3f_ff) + 1 });
    }
    at = data + size + (size % 2);
  }
}

const uint24 = (bytes: Uint8Array, at: number): number =>
  viewOf(bytes).getUint16(at, true) + viewOf(bytes).getUint8(at + 2) * 65_536;

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
/** Markers without a length. */
const isBare = (marker: number): boolean => marker === 0x01 || (marker >= 0xd0 && marker <= SOI);
/** SOF0 to SOF15, without DHT, JPG and DAC, which share the range. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** Every segment to the end of the picture: phones append others. Each progressive scan is a full pass. */
function readJpeg(bytes: Uint8Array, found: Found): void {
  const view = viewOf(bytes);
  let at = 2;
  for (;;) {
    // Within compressed data only FF 00 and restarts are no markers.
    at = bytes.indexOf(0xff, at);
    const marker = at < 0 ? undefined : bytes[at + 1];
    if (marker === undefined) throw new Damaged();
    if (marker === EOI) break;
    if (marker === 0xff || marker === 0) at += marker === 0 ? 2 : 1;
    else if (isBare(marker)) at += 2;
    else {
      if (isFrame(marker)) found.surfaces.push({ width: view.getUint16(at + 7), height: view.getUint16(at + 5) });
      if (marker === SOS) found.frames += 1;
      at += 2 + view.getUint16(at + 2);
    }
  }
  if (found.frames === 0) throw new Damaged();
}

/** A picture in tiles has a size for the tiles and one for the whole, which is the larger one. */
function readIsoMedia(bytes: Uint8Array, found: Found): void {
  const { surfaces, frames, isCut } = isoMediaSurfaces(bytes);
  found.surfaces.push(...surfaces.toSorted((one, other) => pixels(other) - pixels(one)));
  found.frames = frames;
  if (isCut) throw new Damaged();
}

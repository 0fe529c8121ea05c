import { indexOfName, latin, viewOf } from './bytes.ts';

/*
 * AVIF and HEIC. A size is said in several places, and decoders allocate by any of them: the property `ispe` of an
 * item, a grid that joins items, the track and sample entry of a sequence, and the header of the coded picture itself.
 */

interface Size {
  width: number;
  height: number;
}

export interface Surfaces {
  surfaces: Size[];
  frames: number;
  /** The file ends within a box. */
  isCut: boolean;
}

/** Fewer bytes than a coded picture or grid can begin with. */
const ITEM_HEAD = 64;
const MAX_ITEMS = 4096;

/** Throws RangeError if a box is cut off. */
export function isoMediaSurfaces(bytes: Uint8Array): Surfaces {
  const surfaces: Size[] = [];
  const view = viewOf(bytes);
  let frames = 1;
  const { found: boxes, isCut } = descriptionsOf(bytes);
  const allOf = (name: string): number[] => boxes.flatMap(({ start, end }) => namesIn(bytes, name, start, end));
  for (const at of allOf('ispe')) surfaces.push({ width: view.getUint32(at + 8), height: view.getUint32(at + 12) });
  for (const at of allOf('tkhd')) {
    // Version 1 has times of 64 bits. Width and height are 16.16 numbers at the end.
    const end = at + (view.getUint8(at + 4) === 1 ? 100 : 88);
    surfaces.push({ width: view.getUint16(end - 8), height: view.getUint16(end - 4) });
  }
  for (const at of allOf('stsz')) frames = Math.max(frames, view.getUint32(at + 12));
  for (const at of allOf('stsd')) surfaces.push({ width: view.getUint16(at + 44), height: view.getUint16(at + 46) });
  for (const at of allOf('stco')) if (view.getUint32(at + 8) > 0) addCoded(bytes, view.getUint32(at + 12), surfaces);
  for (const at of allOf('co64'))
    if (view.getUint32(at + 8) > 0) addCoded(bytes, Number(view.getBigUint64(at + 12)), surfaces);
  for (const at of allOf('av1C')) addCoded(bytes, at + 8, surfaces);
  for (const at of allOf('iloc'))
    for (const { start, length } of itemsOf(bytes, at)) {
      addCoded(bytes, start, surfaces);
      // Other items are longer: a coded picture, or text.
      if (length === 8 || length === 12) addGrid(bytes, start, length, surfaces);
    }
  return { surfaces, frames, isCut };
}

/** Boxes that describe pictures: `meta` (frames), `moov` (sequences). Others may contain any name. */
function descriptionsOf(bytes: Uint8Array): { found: { start: number; end: number }[]; isCut: boolean } {
  const view = viewOf(bytes);
  const found: { start: number; end: number }[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const short = view.getUint32(at);
    const size = short === 1 ? Number(view.getBigUint64(at + 8)) : short === 0 ? bytes.length - at : short;
    if (size < 8) break;
    const end = Math.min(at + size, bytes.length);
    if (/^(meta|moov|moof)$/.test(latin(bytes, at + 4, at + 8))) found.push({ start: at, end });
    at += size;
  }
  return { found, isCut: at > bytes.length };
}

function namesIn(bytes: Uint8Array, name: string, start: number, end: number): number[] {
  const found: number[] = [];
  const box = bytes.subarray(0, end);
  for (let at = indexOfName(box, name, start); at >= 0; at = indexOfName(box, name, at + 4)) found.push(at);
  return found;
}

/** The first extent of each item of the location box whose name is at `name`. */
function itemsOf(bytes: Uint8Array, name: number): { start: number; length: number }[] {
  const view = viewOf(bytes);
  const version = view.getUint8(name + 4);
  const [offsetSize, lengthSize] = [view.getUint8(name + 8) >> 4, view.getUint8(name + 8) & 15];
  const [baseSize, indexSize] = [view.getUint8(name + 9) >> 4, version === 0 ? 0 : view.getUint8(name + 9) & 15];
  let at = name + 10;
  const next = (size: number): number => {
    const value =
      size === 8
        ? Number(view.getBigUint64(at))
        : size === 4
          ? view.getUint32(at)
          : size === 2
            ? view.getUint16(at)
            : 0;
    at += size;
    return value;
  };
  const data = indexOfName(bytes, 'idat') + 4;
  const items: { start: number; length: number }[] = [];
  const count = Math.min(next(version < 2 ? 2 : 4), MAX_ITEMS);
  for (let index = 0; index < count; index += 1) {
    next(version < 2 ? 2 : 4);
    const method = version === 0 ? 0 : next(2) & 15;
    next(2);
    const base = next(baseSize);
    const extents = next(2);
    for (let extent = 0; extent < extents; extent += 1) {
      next(indexSize);
      const [offset, length] = [next(offsetSize), next(lengthSize)];
      if (extent === 0) items.push({ start: base + offset + (method === 1 ? data : 0), length });
    }
  }
  return items;
}

/** A derived picture of rows and columns, with the size of the whole. */
function addGrid(bytes: Uint8Array, at: number, length: number, surfaces: Size[]): void {
  if (at + length > bytes.length || bytes[at] !== 0) return;
  const view = viewOf(bytes);
  if (length === 8) surfaces.push({ width: view.getUint16(at + 4), height: view.getUint16(at + 6) });
  else surfaces.push({ width: view.getUint32(at + 4), height: view.getUint32(at + 8) });
}

const SEQUENCE_HEADER = 1;
const TEMPORAL_DELIMITER = 2;

/** The largest frame of the AV1 sequence header that begins at `start`, if one does. */
function addCoded(bytes: Uint8Array, start: number, surfaces: Size[]): void {
  const head = bytes.subarray(start, start + ITEM_HEAD);
  for (let at = 0; at + 2 < head.length;) {
    const type = ((head[at] ?? 0) >> 3) & 15;
    const hasExtension = ((head[at] ?? 0) & 4) !== 0;
    const hasSize = ((head[at] ?? 0) & 2) !== 0;
    let body = at + (hasExtension ? 2 : 1);
    let size = hasSize ? 0 : head.length - body;
    for (let shift = 0; hasSize && shift < 56; shift += 7) {
      const byte = head[body] ?? 0;
      size += (byte & 127) * 2 ** shift;
      body += 1;
      if (byte < 128) break;
    }
    if (type === SEQUENCE_HEADER) return void surfaces.push(sequenceSize(head.subarray(body)));
    if (type !== TEMPORAL_DELIMITER) return;
    at = body + size;
  }
}

/** AV1, 5.5.1. */
function sequenceSize(header: Uint8Array): Size {
  let position = 0;
  const bits = (count: number): number => {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      value = value * 2 + (((header[position >> 3] ?? 0) >> (7 - (position & 7))) & 1);
      position += 1;
    }
    return value;
  };
  /** uvlc(): of variable length. */
  const skipVariable = () => {
    let zeros = 0;
    while (zeros < 32 && bits(1) === 0) zeros += 1;
    if (zeros < 32) bits(zeros);
  };
  bits(4);
  if (bits(1) === 1) bits(5);
  else {
    const hasTiming = bits(1) === 1;
    let delayBits = 0;
    if (hasTiming) {
      bits(64);
      if (bits(1) === 1) skipVariable();
      if (bits(1) === 1) {
        delayBits = bits(5) + 1;
        bits(42);
      }
    }
    const hasDelay = bits(1) === 1;
    const points = bits(5) + 1;
    for (let point = 0; point < points; point += 1) {
      bits(12);
      if (bits(5) > 7) bits(1);
      if (delayBits > 0 && bits(1) === 1) bits(2 * delayBits + 1);
      if (hasDelay && bits(1) === 1) bits(4);
    }
  }
  const [widthBits, heightBits] = [bits(4) + 1, bits(4) + 1];
  return { width: bits(widthBits) + 1, height: bits(heightBits) + 1 };
}

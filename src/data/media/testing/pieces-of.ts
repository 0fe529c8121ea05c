import { latin, viewOf } from '../strip/parts.ts';

/** Boxes of MP4 that contain boxes. */
const PARENTS = new Set('moov trak mdia minf stbl dinf edts mvex moof traf udta mfra'.split(' '));

function* segmentsOf(bytes: Uint8Array): Generator<string> {
  let at = 2;
  while (at + 4 <= bytes.length) {
    const marker = bytes[at + 1] ?? 0;
    const name = marker === 0xe2 ? `e2 ${latin(bytes, at + 4, at + 15)}` : marker.toString(16);
    yield bytes[at] === 0xff ? name : 'damaged';
    at += 2 + viewOf(bytes).getUint16(at + 2);
    if (marker !== 0xda) continue;
    // The picture itself, up to the next marker that is no part of it.
    while (at < bytes.length && !(bytes[at] === 0xff && !isOfScan(bytes[at + 1] ?? 0))) at += 1;
    if (bytes[at + 1] !== 0xd9) continue;
    if (at + 2 < bytes.length) yield 'after the end';
    return;
  }
}
const isOfScan = (next: number): boolean => next === 0 || (next >= 0xd0 && next <= 0xd7);

function* pngChunksOf(bytes: Uint8Array): Generator<string> {
  for (let at = 8; at + 8 <= bytes.length; at += 12 + viewOf(bytes).getUint32(at)) yield latin(bytes, at + 4, at + 8);
}

function* webpChunksOf(bytes: Uint8Array): Generator<string> {
  let at = 12;
  while (at + 8 <= bytes.length) {
    const size = viewOf(bytes).getUint32(at + 4, true);
    yield latin(bytes, at, at + 4);
    at += 8 + size + (size % 2);
  }
}

function* boxesOf(bytes: Uint8Array): Generator<string> {
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = viewOf(bytes).getUint32(at) || bytes.length - at;
    const name = latin(bytes, at + 4, at + 8);
    const body = bytes.subarray(at + 8, at + size);
    if (name !== 'free') yield name;
    else if (body.some((byte) => byte !== 0)) yield 'free with bytes';
    if (PARENTS.has(name)) yield* boxesOf(body);
    at += size;
  }
}

/**
 * The names of all pieces of a file, each once and in order. Read from the formats' own rules, and not by the code that
 * removes metadata.
 */
export function piecesOf(type: string, content: ArrayBuffer): string[] {
  const bytes = new Uint8Array(content);
  const read = {
    'image/jpeg': segmentsOf,
    'image/png': pngChunksOf,
    'image/webp': webpChunksOf,
  }[type];
  return [...new Set((read ?? boxesOf)(bytes))].toSorted();
}

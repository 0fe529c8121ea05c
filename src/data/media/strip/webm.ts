import { DamagedFile, hasLocation, type Stripped } from './parts.ts';

/** Elements of WebM (EBML, RFC 8794) that have others inside and are on the way to metadata. */
const SEGMENT = 0x18538067;
const INFO = 0x1549a966;
const TRACKS = 0x1654ae6b;
const TRACK = 0xae;
const TRACK_KIND = 0x83;
/** Names of the programs: every file must have them, so they become empty texts. */
const PROGRAMS = new Set([0x4d80, 0x5741]);
const VOID = 0xec;

/**
 * What a player needs, by the element around it: index, clusters and cues of the segment, and the parts of a cluster
 * whose length is not known; scale and length of the film. All others become elements for nothing: tags, attached
 * files, chapters, titles, dates, checksums, and leftovers in unused space.
 */
const NEEDED: ReadonlyMap<number, ReadonlySet<number>> = new Map([
  [0, new Set([0x1a45dfa3, SEGMENT])],
  [SEGMENT, new Set([0x114d9b74, INFO, TRACKS, 0x1f43b675, 0x1c53bb6b, 0xe7, 0xa3, 0xa0, 0xab, 0xa7, 0x5854, 0xaf])],
  [INFO, new Set([0x2ad7b1, 0x4489, ...PROGRAMS])],
  [TRACKS, new Set([TRACK])],
]);
/** Of a track: its name, the name of its codec, and a checksum. */
const UNNEEDED_IN_TRACK = new Set([0x536e, 0x258688, 0x7446, 0xbf, VOID]);
const isNeeded = (id: number, parent: number): boolean =>
  parent === TRACK ? !UNNEEDED_IN_TRACK.has(id) : (NEEDED.get(parent)?.has(id) ?? true);

/** The length of a number by the leading zeros of its first byte. */
const lengthOf = (first: number): number => Math.clz32(first) - 23;

function readNumber(
  bytes: Uint8Array,
  at: number,
  isId: boolean,
): { value: number; length: number; isUnknown: boolean } {
  const length = lengthOf(bytes[at] ?? 0);
  if (length > 8 || at + length > bytes.length) throw new DamagedFile('An element is cut off.');
  const mask = isId ? 0xff : 0xff >> length;
  let value = (bytes[at] ?? 0) & mask;
  let isUnknown = !isId && value === mask;
  for (let index = 1; index < length; index += 1) {
    const byte = bytes[at + index] ?? 0;
    isUnknown &&= byte === 0xff;
    value = value * 256 + byte;
  }
  return { value, length, isUnknown };
}

/** Overwrites an element with one for nothing, of the same size. */
function blank(bytes: Uint8Array, start: number, end: number): void {
  // One byte of id and eight of size; a shorter element has one byte of size.
  const sizeBytes = end - start >= 9 ? 8 : 1;
  bytes.fill(0, start, end);
  bytes[start] = VOID;
  let size = end - start - 1 - sizeBytes;
  if (sizeBytes === 1) bytes[start + 1] = 0x80 | size;
  else {
    bytes[start + 1] = 1;
    for (let index = 8; index > 1; index -= 1, size = Math.floor(size / 256)) bytes[start + index] = size % 256;
  }
}

/** WebM with only what a player needs. Changes the bytes in place: the file has positions, so its size stays. */
export function stripWebm(bytes: Uint8Array<ArrayBuffer>): Stripped {
  let located = false;
  const clean = (parent: number, from: number, to: number) => {
    for (let start = from; start < to;) {
      const id = readNumber(bytes, start, true);
      const size = readNumber(bytes, start + id.length, false);
      const body = start + id.length + size.length;
      // Live recordings have segments and clusters of unknown length: a cluster ends where the next begins.
      const end = size.isUnknown ? to : body + size.value;
      if (end > to) throw new DamagedFile('An element is longer than its parent.');
      if (size.isUnknown && id.value !== SEGMENT) {
        start = body;
        continue;
      }
      if (!isNeeded(id.value, parent)) {
        const content = bytes.subarray(body, end);
        located ||= hasLocation(content) || /location|GPS/i.test(new TextDecoder('latin1').decode(content));
        blank(bytes, start, end);
      } else if (parent === TRACK && id.value === TRACK_KIND && ![1, 2].includes(bytes[end - 1] ?? 0))
        // Its samples are between those of the others, which this does not read.
        throw new DamagedFile('A file has a track that is neither picture nor sound.');
      else if (PROGRAMS.has(id.value)) bytes.fill(0, body, end);
      else if (NEEDED.has(id.value) || id.value === TRACK) clean(id.value, body, end);
      start = end;
    }
  };
  clean(0, 0, bytes.length);
  return { bytes, located };
}

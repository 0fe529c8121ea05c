import { DamagedFile, hasLocation, type Stripped } from './parts.ts';

/** Elements of WebM (EBML, RFC 8794) that have others inside and are on the way to metadata. */
const SEGMENT = 0x18538067;
/** Tags, attached files, chapters with their names, and the element for nothing, which may have leftovers. */
const UNNEEDED = new Set([0x1254c367, 0x1941a469, 0x1043a770, 0xec]);
const VOID = 0xec;

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

/** WebM without tags, attachments and chapters. Changes the given bytes: the file has positions, so its size stays. */
export function stripWebm(bytes: Uint8Array<ArrayBuffer>): Stripped {
  let located = false;
  const clean = (from: number, to: number) => {
    for (let start = from; start < to;) {
      const id = readNumber(bytes, start, true);
      const size = readNumber(bytes, start + id.length, false);
      const body = start + id.length + size.length;
      // A live recording does not know the length of its segment and clusters. A cluster of unknown length ends where the next element begins.
      const end = size.isUnknown ? to : body + size.value;
      if (end > to) throw new DamagedFile('An element is longer than its parent.');
      if (id.value === SEGMENT) clean(body, end);
      else if (size.isUnknown) {
        start = body;
        continue;
      } else if (UNNEEDED.has(id.value)) {
        const content = bytes.subarray(body, end);
        located ||= hasLocation(content) || /location|GPS/i.test(new TextDecoder('latin1').decode(content));
        blank(bytes, start, end);
      }
      start = end;
    }
  };
  clean(0, bytes.length);
  return { bytes, located };
}

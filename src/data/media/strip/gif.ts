import { DamagedFile, hasLocation, join, latin, type Stripped } from './parts.ts';

const EXTENSION = 0x21;
const IMAGE = 0x2c;
const TRAILER = 0x3b;
const GRAPHIC_CONTROL = 0xf9;
const APPLICATION = 0xff;

/** The number of bytes of the colour table that these flags announce. */
const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** The end of a list of sub-blocks. */
function endOfBlocks(bytes: Uint8Array, from: number): number {
  let at = from;
  for (;;) {
    const size = bytes[at];
    if (size === undefined) throw new DamagedFile('A GIF block is cut off.');
    at += 1 + size;
    if (size === 0) return at;
  }
}

/** Keeps frames, their times and the number of repetitions. Comments, texts and other extensions (XMP) go. */
export function stripGif(bytes: Uint8Array): Stripped {
  let at = 13 + tableBytes(bytes[10] ?? 0);
  const kept: Uint8Array[] = [bytes.subarray(0, at)];
  let located = false;
  for (let block = bytes[at]; block !== TRAILER; block = bytes[at]) {
    const start = at;
    if (block === IMAGE) {
      // After the descriptor and its colours comes one byte for the code size.
      at = endOfBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
      kept.push(bytes.subarray(start, at));
    } else if (block === EXTENSION) {
      at = endOfBlocks(bytes, at + 2);
      const kind = bytes[start + 1];
      const isLoop = kind === APPLICATION && /^(NETSCAPE2\.0|ANIMEXTS1\.0)$/.test(latin(bytes, start + 3, start + 14));
      if (kind === GRAPHIC_CONTROL || isLoop) kept.push(bytes.subarray(start, at));
      else located ||= hasLocation(bytes.subarray(start, at));
    } else throw new DamagedFile('A GIF has an unknown block.');
  }
  return { bytes: join([...kept, new Uint8Array([TRAILER])]), located };
}

import { DamagedFile, hasLocation, join, latin, type Stripped, viewOf } from './parts.ts';

/** Chunks that change how the picture looks. */
const NEEDED = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF', 'ICCP']);
/** VP8X says that EXIF and XMP chunks follow. */
const METADATA_FLAGS = 0b1100;
/** Before the chunks of a frame of an animation. */
const FRAME_HEADER = 24;

interface Chunks {
  kept: Uint8Array[];
  located: boolean;
}

function stripChunks(bytes: Uint8Array, from: number): Chunks {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [];
  let located = false;
  for (let at = from; at + 8 <= bytes.length;) {
    const name = latin(bytes, at, at + 4);
    const size = view.getUint32(at + 4, true);
    const end = at + 8 + size + (size % 2);
    if (at + 8 + size > bytes.length) throw new DamagedFile('A WebP chunk is cut off.');
    const chunk = bytes.slice(at, end);
    if (!NEEDED.has(name)) located ||= hasLocation(chunk.subarray(8));
    else if (name === 'ANMF') {
      const inner = stripChunks(chunk, FRAME_HEADER);
      const frame = join([chunk.subarray(0, FRAME_HEADER), ...inner.kept]);
      viewOf(frame).setUint32(4, frame.length - 8, true);
      kept.push(frame);
      located ||= inner.located;
    } else {
      if (name === 'VP8X') chunk[8] = (chunk[8] ?? 0) & ~METADATA_FLAGS;
      kept.push(chunk);
    }
    at = end;
  }
  return { kept, located };
}

export function stripWebp(bytes: Uint8Array): Stripped {
  const end = 8 + viewOf(bytes).getUint32(4, true);
  const { kept, located } = stripChunks(bytes.subarray(0, end), 12);
  const file = join([bytes.subarray(0, 12), ...kept]);
  viewOf(file).setUint32(4, file.length - 8, true);
  return { bytes: file, located };
}

export const isAnimatedWebp = (bytes: Uint8Array): boolean => latin(bytes, 12, 64).includes('ANIM');

/** A lossy still picture as small as it can be: without the container of colour profile and flags. */
export function bareWebp(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const picture = stripChunks(bytes, 12).kept.filter((chunk) => latin(chunk, 0, 4) === 'VP8 ');
  if (picture.length !== 1) return bytes;
  const file = join([bytes.subarray(0, 12), ...picture]);
  viewOf(file).setUint32(4, file.length - 8, true);
  return file;
}

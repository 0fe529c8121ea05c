import { latin, type ReadBytes, viewOf } from './bytes.ts';

/** §5: 90 s, and what encoders add to the last frame. */
export const MAX_SECONDS = 90.5;

export interface VideoFacts {
  /** Null: none that can be posted, or a damaged file. */
  format: 'video/mp4' | 'video/quicktime' | 'video/webm' | null;
  /** Null: the file does not say. */
  seconds: number | null;
}

const HEAD = 64 * 1024;
/** Of a file that does not name its length, the last cluster or fragment is searched here. */
const TAIL = 16 * 1024 * 1024;
const LARGEST_MOOV = 8 * 1024 * 1024;
/** A file of more top-level boxes is fragmented. */
const MAX_BOXES = 64;

/** Reads format and length from the headers of a file of `size` bytes, not from what was declared. */
export async function videoFacts(size: number, read: ReadBytes): Promise<VideoFacts> {
  const head = await read(0, Math.min(size, HEAD));
  try {
    if (latin(head, 0, 4) === '\x1a\x45\xdf\xa3') {
      if (!latin(head, 4, 64).includes('webm')) return { format: null, seconds: null };
      return { format: 'video/webm', seconds: await webmSeconds(head, size, read) };
    }
    const [name, brand] = [latin(head, 4, 8), latin(head, 8, 12)];
    const isOld = ['moov', 'mdat', 'wide', 'free', 'skip'].includes(name);
    if (!isOld && (name !== 'ftyp' || /^(hei|hev|mif1|msf1|avi[fs]|M4A |crx )/.test(brand)))
      return { format: null, seconds: null };
    const seconds = await mp4Seconds(size, read);
    return { format: isOld || brand === 'qt  ' ? 'video/quicktime' : 'video/mp4', seconds };
  } catch (error) {
    // The file ends before its header.
    if (error instanceof RangeError) return { format: null, seconds: null };
    throw error;
  }
}

/** From `mvhd`, wherever the boxes before it end, or from the fragments after it. */
async function mp4Seconds(size: number, read: ReadBytes): Promise<number | null> {
  let at = 0;
  for (let count = 0; at + 8 <= size; count += 1) {
    // Made to cost many requests: the movie's header comes before its fragments.
    if (count === MAX_BOXES) return null;
    const header = await read(at, Math.min(size, at + 16));
    const short = viewOf(header).getUint32(0);
    const length = short === 1 ? Number(viewOf(header).getBigUint64(8)) : short === 0 ? size - at : short;
    if (length < 8) throw new RangeError('A box is smaller than its header.');
    if (latin(header, 4, 8) === 'moov') {
      const moov = await read(at, Math.min(size, at + Math.min(length, LARGEST_MOOV)));
      return movieSeconds(moov) ?? fragmentSeconds(moov, await read(Math.max(0, size - TAIL), size));
    }
    at += length;
  }
  throw new RangeError('There is no moov.');
}

const ascii = (name: string): number[] => Array.from(name, (letter) => letter.charCodeAt(0));

function movieSeconds(moov: Uint8Array): number | null {
  const found = indexOf(moov.subarray(0, 4096), ascii('mvhd'));
  if (found < 0) throw new RangeError('There is no mvhd.');
  const data = viewOf(moov.subarray(found + 4));
  const isLong = data.getUint8(0) === 1;
  const scale = data.getUint32(isLong ? 20 : 12);
  const length = isLong ? Number(data.getBigUint64(24)) : data.getUint32(16);
  if (scale !== 0 && length !== 0) return length / scale;
  // A fragmented file says 0 there, and the length of its fragments here if it was known.
  const extended = indexOf(moov, ascii('mehd'));
  if (scale === 0 || extended < 0) return null;
  const more = viewOf(moov.subarray(extended + 4));
  const whole = more.getUint8(0) === 1 ? Number(more.getBigUint64(4)) : more.getUint32(4);
  return whole === 0 ? null : whole / scale;
}

/** When the last fragments begin, by the time scale of their tracks. */
function fragmentSeconds(moov: Uint8Array, tail: Uint8Array): number | null {
  const scales = new Map<number, number>();
  let track = 0;
  // In each track the header with its id comes before the one with its scale.
  for (let at = indexOf(moov, ascii('tkhd')); at >= 0;) {
    const head = viewOf(moov.subarray(at + 4));
    track = head.getUint32(head.getUint8(0) === 1 ? 20 : 12);
    const media = indexOf(moov, ascii('mdhd'), at);
    if (media < 0) break;
    const data = viewOf(moov.subarray(media + 4));
    scales.set(track, data.getUint32(data.getUint8(0) === 1 ? 20 : 12));
    at = indexOf(moov, ascii('tkhd'), media);
  }
  let last: number | null = null;
  for (let at = indexOf(tail, ascii('tfhd')); at >= 0; at = indexOf(tail, ascii('tfhd'), at + 4)) {
    const time = indexOf(tail.subarray(at, at + 64), ascii('tfdt'));
    const scale = scales.get(at + 12 <= tail.length ? viewOf(tail.subarray(at)).getUint32(8) : 0);
    if (time < 0 || !scale) continue;
    const data = viewOf(tail.subarray(at + time + 4));
    const begins = (data.getUint8(0) === 1 ? Number(data.getBigUint64(4)) : data.getUint32(4)) / scale;
    last = Math.max(last ?? 0, begins);
  }
  return last;
}

function indexOf(bytes: Uint8Array, wanted: readonly number[], from = 0): number {
  const [first = 0] = wanted;
  for (let at = bytes.indexOf(first, from); at >= 0; at = bytes.indexOf(first, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  return -1;
}

const unsigned = (bytes: Uint8Array): number => bytes.reduce((sum, byte) => sum * 256 + byte, 0);

/** The value of an element with an id of `width` bytes and a length of one byte, at `at`. */
function valueAt(bytes: Uint8Array, at: number, width: number): Uint8Array {
  const length = (bytes[at + width] ?? 0) & 0x7f;
  return bytes.subarray(at + width + 1, at + width + 1 + length);
}

/** From Duration, or from the time of the last cluster, which a recording of a browser has instead. */
async function webmSeconds(head: Uint8Array, size: number, read: ReadBytes): Promise<number | null> {
  const info = indexOf(head, [0x15, 0x49, 0xa9, 0x66]);
  if (info < 0) throw new RangeError('There is no information on the segment.');
  const scaleAt = indexOf(head, [0x2a, 0xd7, 0xb1], info);
  const nanoseconds = scaleAt < 0 ? 1_000_000 : unsigned(valueAt(head, scaleAt, 3));
  const firstCluster = indexOf(head, [0x1f, 0x43, 0xb6, 0x75], info);
  const lengthAt = indexOf(head.subarray(0, firstCluster < 0 ? head.length : firstCluster), [0x44, 0x89], info);
  if (lengthAt >= 0) {
    const value = valueAt(head, lengthAt, 2);
    const ticks = value.length === 8 ? viewOf(value).getFloat64(0) : viewOf(value).getFloat32(0);
    return (ticks * nanoseconds) / 1e9;
  }
  const tail = await read(Math.max(0, size - TAIL), size);
  let last: number | null = null;
  for (
    let at = indexOf(tail, [0x1f, 0x43, 0xb6, 0x75]);
    at >= 0;
    at = indexOf(tail, [0x1f, 0x43, 0xb6, 0x75], at + 4)
  ) {
    // Its length has one to eight bytes; then comes its time.
    const bytes = Math.clz32(tail[at + 4] ?? 0) - 23;
    const time = at + 4 + bytes;
    if (tail[time] === 0xe7) last = unsigned(valueAt(tail, time, 1));
  }
  return last === null ? null : (last * nanoseconds) / 1e9;
}

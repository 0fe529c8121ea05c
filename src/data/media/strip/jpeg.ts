import { DamagedFile, hasLocation, join, latin, type Stripped, viewOf } from './parts.ts';

const SOI = 0xd8;
const EOI = 0xd9;
const SOS = 0xda;
const COMMENT = 0xfe;
const isApp = (marker: number): boolean => marker >= 0xe0 && marker <= 0xef;
/** Markers without a length. */
const isBare = (marker: number): boolean => (marker >= 0xd0 && marker <= 0xd7) || marker === 0x01;

/** Application segments that change the look: JFIF without thumbnail, colour profile, Adobe's transform. */
function isNeeded(marker: number, segment: Uint8Array): boolean {
  if (marker === 0xe0) return latin(segment, 4, 9) === 'JFIF\0' && segment.length === 18;
  if (marker === 0xe2) return latin(segment, 4, 16) === 'ICC_PROFILE\0';
  return marker === 0xee && latin(segment, 4, 9) === 'Adobe';
}

/** The index of the next marker's 0xFF after compressed data. */
function endOfScan(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length - 1; at += 1) {
    if (bytes[at] !== 0xff) continue;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !isBare(next)) return at;
  }
  return bytes.length;
}

/** Keeps what shows the picture. What follows its end (more pictures, films, maker's notes) goes too. */
export function stripJpeg(bytes: Uint8Array): Stripped {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, 2)];
  let located = false;
  let at = 2;
  while (at < bytes.length) {
    if (bytes[at] !== 0xff) throw new DamagedFile('A JPEG segment has no marker.');
    // Fill bytes may precede a marker.
    while (bytes[at + 1] === 0xff) at += 1;
    const marker = bytes[at + 1] ?? EOI;
    if (marker === EOI) break;
    if (isBare(marker) || marker === SOI) {
      at += 2;
      continue;
    }
    if (at + 4 > bytes.length) throw new DamagedFile('A JPEG segment is cut off.');
    const end = at + 2 + view.getUint16(at + 2);
    const segment = bytes.subarray(at, end);
    if (marker === SOS) {
      const next = endOfScan(bytes, end);
      kept.push(bytes.subarray(at, next));
      at = next;
      continue;
    }
    if ((isApp(marker) && !isNeeded(marker, segment)) || marker === COMMENT) located ||= hasLocation(segment);
    else kept.push(segment);
    at = end;
  }
  return { bytes: join([...kept, new Uint8Array([0xff, EOI])]), located };
}

const ORIENTATION_TAG = 0x0112;

/** How the picture has to be turned, 1 to 8, from its first EXIF segment. 1: not at all. */
export function orientationOf(bytes: Uint8Array): number {
  const view = viewOf(bytes);
  try {
    for (let at = 2; bytes[at] === 0xff && bytes[at + 1] !== SOS; at += 2 + view.getUint16(at + 2)) {
      if (bytes[at + 1] !== 0xe1 || latin(bytes, at + 4, at + 10) !== 'Exif\0\0') continue;
      const tiff = at + 10;
      const little = latin(bytes, tiff, tiff + 2) === 'II';
      const ifd = tiff + view.getUint32(tiff + 4, little);
      const count = view.getUint16(ifd, little);
      for (let entry = ifd + 2; entry < ifd + 2 + count * 12; entry += 12) {
        if (view.getUint16(entry, little) !== ORIENTATION_TAG) continue;
        const value = view.getUint16(entry + 8, little);
        return value >= 1 && value <= 8 ? value : 1;
      }
    }
  } catch {
    // The header ends after the bytes.
  }
  return 1;
}

/** A bare JPEG with an EXIF segment that says only this. */
export function withOrientation(bytes: Uint8Array, orientation: number): Uint8Array<ArrayBuffer> {
  const tiff = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  const exif = [0x45, 0x78, 0x69, 0x66, 0, 0];
  const segment = new Uint8Array([0xff, 0xe1, 0, 2 + exif.length + tiff.length, ...exif, ...tiff]);
  return join([bytes.subarray(0, 2), segment, bytes.subarray(2)]);
}

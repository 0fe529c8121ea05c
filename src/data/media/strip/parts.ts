/** A file without its metadata, and whether that contained a location. */
export interface Stripped {
  bytes: Uint8Array<ArrayBuffer>;
  located: boolean;
}

/** The file does not have the form that its first bytes announce. */
export class DamagedFile extends Error {
  override name = 'DamagedFile';
}

export const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** Bytes as characters, one each; a name or a signature. */
export const latin = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, Math.min(end, bytes.length)));

export function join(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

/** The tag of IFD 0 that leads to the GPS values. */
const GPS_TAG = 0x8825;

/** `at`: the start of a TIFF header. */
function tiffHasLocation(bytes: Uint8Array, at: number): boolean {
  const order = latin(bytes, at, at + 2);
  if (order !== 'II' && order !== 'MM') return false;
  const little = order === 'II';
  const view = viewOf(bytes);
  try {
    const ifd = at + view.getUint32(at + 4, little);
    const count = view.getUint16(ifd, little);
    for (let index = 0; index < count; index += 1)
      if (view.getUint16(ifd + 2 + index * 12, little) === GPS_TAG) return true;
  } catch {
    // The directory ends after the bytes.
  }
  return false;
}

/** Guesses, for the member, whether EXIF, XMP or text has a location; everything is removed anyway. */
export function hasLocation(metadata: Uint8Array): boolean {
  if (tiffHasLocation(metadata, 0)) return true;
  const text = new TextDecoder('latin1').decode(metadata);
  for (let at = text.indexOf('Exif\0'); at >= 0; at = text.indexOf('Exif\0', at + 1))
    if (tiffHasLocation(metadata, at + 6)) return true;
  return /GPSL(at|on)|geo:lat/i.test(text);
}

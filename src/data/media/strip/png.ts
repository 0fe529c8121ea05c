import { DamagedFile, hasLocation, join, latin, type Stripped, viewOf } from './parts.ts';

const SIGNATURE_LENGTH = 8;

/** Chunks of PNG and animated PNG that change the look. Others go: texts, EXIF, times, private ones. */
const NEEDED = new Set('IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT bKGD pHYs cICP acTL fcTL fdAT'.split(' '));

export function stripPng(bytes: Uint8Array): Stripped {
  const view = viewOf(bytes);
  const kept: Uint8Array[] = [bytes.subarray(0, SIGNATURE_LENGTH)];
  let located = false;
  let at = SIGNATURE_LENGTH;
  for (let name = ''; name !== 'IEND';) {
    if (at + 12 > bytes.length) throw new DamagedFile('A PNG chunk is cut off.');
    const end = at + 12 + view.getUint32(at);
    name = latin(bytes, at + 4, at + 8);
    const chunk = bytes.subarray(at, end);
    if (NEEDED.has(name)) kept.push(chunk);
    else located ||= hasLocation(chunk.subarray(8));
    at = end;
  }
  return { bytes: join(kept), located };
}

export const isAnimatedPng = (bytes: Uint8Array): boolean => latin(bytes, 0, 4096).includes('acTL');

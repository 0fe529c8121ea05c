/** The still has 3 × 3 pixels: more would make the name of the file too long for the storage. */
export const PREVIEW_SIDE = 3;

/** Six bits each. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** Two letters for each pixel, with four bits of red, green and blue. `rgba`: as a canvas has them. */
export function writePreview(rgba: ArrayLike<number>): string {
  let text = '';
  for (let at = 0; at < PREVIEW_SIDE * PREVIEW_SIDE * 4; at += 4) {
    const [red, green, blue] = [0, 1, 2].map((part) => (rgba[at + part] ?? 0) >> 4) as [number, number, number];
    const bits = (red << 8) | (green << 4) | blue;
    text += LETTERS.charAt(bits >> 6) + LETTERS.charAt(bits & 63);
  }
  return text;
}

const HEADER = 54;
/** A row of a bitmap is padded to four bytes. */
const ROW = Math.ceil((PREVIEW_SIDE * 3) / 4) * 4;

/** The still as the address of an image: a bitmap, which needs no encoder. Null if `preview` is none. */
export function previewUri(preview: string): string | null {
  if (preview.length !== PREVIEW_SIDE * PREVIEW_SIDE * 2) return null;
  const file = new DataView(new ArrayBuffer(HEADER + ROW * PREVIEW_SIDE));
  file.setUint16(0, 0x42_4d);
  file.setUint32(2, file.byteLength, true);
  file.setUint32(10, HEADER, true);
  file.setUint32(14, HEADER - 14, true);
  file.setInt32(18, PREVIEW_SIDE, true);
  // Negative: the first row is the upper one.
  file.setInt32(22, -PREVIEW_SIDE, true);
  file.setUint16(26, 1, true);
  file.setUint16(28, 24, true);
  for (let pixel = 0; pixel < PREVIEW_SIDE * PREVIEW_SIDE; pixel += 1) {
    const [high = '', low = ''] = preview.slice(pixel * 2, pixel * 2 + 2);
    const bits = (LETTERS.indexOf(high) << 6) | LETTERS.indexOf(low);
    const at = HEADER + Math.floor(pixel / PREVIEW_SIDE) * ROW + (pixel % PREVIEW_SIDE) * 3;
    // Blue first.
    for (const part of [0, 1, 2]) file.setUint8(at + part, ((bits >> (part * 4)) & 15) * 17);
  }
  return `data:image/bmp;base64,${btoa(String.fromCharCode(...new Uint8Array(file.buffer)))}`;
}

import { expect, test } from 'vitest';
import { previewUri, writePreview } from './video-preview.ts';

const PIXELS = [0x123456, 0xffffff, 0, 0xf08040, 0x0000ff, 0x00ff00, 0xff0000, 0x777777, 0xabcdef];

test('a still of nine pixels becomes a bitmap with the same colours, to four bits', () => {
  const rgba = PIXELS.flatMap((colour) => [colour >> 16, (colour >> 8) & 255, colour & 255, 255]);
  const preview = writePreview(rgba);
  expect(preview).toMatch(/^[\w-]{18}$/);
  const file = atob(previewUri(preview)?.split(',')[1] ?? '');
  const bytes = new DataView(Uint8Array.from(file, (letter) => letter.charCodeAt(0)).buffer);
  expect(file.slice(0, 2)).toBe('BM');
  expect([bytes.getUint32(2, true), bytes.getInt32(18, true), bytes.getInt32(22, true)]).toEqual([file.length, 3, -3]);
  const found = PIXELS.map((_, pixel) => {
    const at = 54 + Math.floor(pixel / 3) * 12 + (pixel % 3) * 3;
    return bytes.getUint16(at, true) | (bytes.getUint8(at + 2) << 16);
  });
  const expected = PIXELS.map((colour) => parseInt(colour.toString(16).padStart(6, '0').replace(/(.)./g, '$1$1'), 16));
  expect(found).toEqual(expected);
});

test('an address without a still has no picture', () => {
  expect(previewUri('')).toBeNull();
});

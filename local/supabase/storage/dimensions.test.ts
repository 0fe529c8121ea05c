import { expect, test } from 'vitest';
import { dimensionsOf } from './dimensions.ts';

const from = (hex: string): Buffer => Buffer.from(hex.replaceAll(' ', ''), 'hex');

test.each([
  ['image/png', '89504e470d0a1a0a 0000000d 49484452 00007530 00007530', 30_000, 30_000],
  ['image/gif', '474946383961 4001 f000', 320, 240],
  // An EXIF segment before the progressive frame.
  ['image/jpeg', 'ffd8 ffe1 0008 457869660000 ffc2 0011 08 0438 0780 03 000000', 1920, 1080],
  ['image/webp', '52494646 00000000 57454250 56503820 00000000 000000 9d012a 8007 3804', 1920, 1080],
  ['image/webp', '52494646 00000000 57454250 5650384c 00000000 2f 7fc70d01', 1920, 1080],
  ['image/webp', '52494646 00000000 57454250 56503858 0a000000 00000000 7f0700 370400', 1920, 1080],
  [
    'image/avif',
    '0000001c6674797061766966 00000014 69737065 00000000 00000100 00000100 00000014 69737065 00000000 00000780 00000438',
    1920,
    1080,
  ],
])('%s: the size is read from the header', (type, hex, width, height) => {
  expect(dimensionsOf(type, from(hex))).toEqual({ width, height });
});

test.each(['image/png', 'image/gif', 'image/jpeg', 'image/webp', 'image/avif'])(
  '%s: a short header has no size',
  (type) => {
    for (const hex of ['', 'ffd8', '524946460000', 'ffd8ffe1ffff', '69737065']) {
      expect(dimensionsOf(type, from(hex))).toBeNull();
    }
  },
);

import { deflateSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { fileProblem } from '#contract/files/file-problem.ts';
import { pictureLoad } from '#contract/files/picture-load.ts';

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const bytes = (...values: number[]): Buffer => Buffer.from(values);
const u16le = (...values: number[]): Buffer => Buffer.concat(values.map((value) => bytes(value & 255, value >> 8)));
const u24le = (...values: number[]): Buffer =>
  Buffer.concat(values.map((value) => bytes(value & 255, (value >> 8) & 255, value >> 16)));
const u32 = (...values: number[]): Buffer => {
  const found = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => found.writeUInt32BE(value, index * 4));
  return found;
};
const u32le = (value: number): Buffer => u32(value).reverse();

const problemOf = (type: string, file: Buffer, bucket = 'post-images') =>
  fileProblem({ bucket, type, size: file.length }, async (from, to) => new Uint8Array(file.subarray(from, to)));

/** GIF */
interface GifFrame {
  width: number;
  height: number;
  left?: number;
  top?: number;
}
const gifFrame = ({ width, height, left = 0, top = 0 }: GifFrame) =>
  Buffer.concat([
    bytes(0x21, 0xf9, 4, 0, 5, 0, 0, 0),
    bytes(0x2c),
    u16le(left, top, width, height),
    bytes(0, 2, 2, 0x4c, 1, 0),
  ]);
const gif = (screen: [number, number], frames: GifFrame[], end = bytes(0x3b)) =>
  Buffer.concat([
    text('GIF89a'),
    u16le(...screen),
    bytes(0x80, 0, 0, 255, 255, 255, 0, 0, 0),
    bytes(0x21, 0xff, 11),
    text('NETSCAPE2.0'),
    bytes(3, 1, 0, 0, 0),
    ...frames.map(gifFrame),
    end,
  ]);

/** PNG */
const chunk = (name: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length), text(name), body, u32(0)]);
};
const ihdr = (width: number, height: number) => chunk('IHDR', u32(width, height), bytes(8, 6, 0, 0, 0));
const fctl = (width: number, height: number, left = 0, top = 0) =>
  chunk('fcTL', u32(0, width, height, left, top), bytes(0, 1, 0, 10, 0, 0));
const png = (...chunks: Buffer[]) =>
  Buffer.concat([text('\x89PNG\r\n\x1a\n'), ...chunks, chunk('IDAT', deflateSync(Buffer.alloc(5))), chunk('IEND')]);

/** WebP */
const riff = (name: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([text(name), u32le(body.length), body, Buffer.alloc(body.length % 2)]);
};
const vp8 = (width: number, height: number) => riff('VP8 ', bytes(0, 0, 0, 0x9d, 1, 0x2a), u16le(width, height));
const vp8l = (width: number, height: number) => riff('VP8L', bytes(0x2f), u32le((width - 1) | ((height - 1) << 14)));
const vp8x = (width: number, height: number) => riff('VP8X', bytes(2, 0, 0, 0), u24le(width - 1, height - 1));
const anmf = (width: number, height: number, picture: Buffer) =>
  riff('ANMF', u24le(0, 0, width - 1, height - 1, 40), bytes(0), picture);
const webp = (...chunks: Buffer[]) => riff('RIFF', text('WEBP'), ...chunks);

/** JPEG */
const segment = (marker: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([bytes(0xff, marker, (body.length + 2) >> 8, (body.length + 2) & 255), body]);
};
const frame = (marker: number, width: number, height: number) =>
  segment(marker, bytes(8, height >> 8, height & 255, width >> 8, width & 255, 1, 1, 0x11, 0));
const scan = Buffer.concat([segment(0xda, bytes(1, 1, 0, 0, 63, 0)), bytes(0x12, 0xff, 0, 0x34, 0xff, 0xd0, 0x56)]);
const jpeg = (...parts: Buffer[]) => Buffer.concat([bytes(0xff, 0xd8), ...parts, bytes(0xff, 0xd9)]);

/** AVIF: a picture of libavif, 2 × 2. Its boxes are changed below, all of them keep their lengths. */
const AVIF = Buffer.from(
  'AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUIAAADybWV0YQAAAAAAAAAoaGRscgAAAAAAAAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABGgAAAB0AAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAAamlwcnAAAABLaXBjbwAAABRpc3BlAAAAAAAAAAIAAAACAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFDgQ0MAAAAABNjb2xybmNseAACAAIAAYAAAAAXaXBtYQAAAAAAAAABAAEEAQKDBAAAACVtZGF0EgAKCBgANogQEAwgMg8f8D///8WfhwB8+ErK42A=',
  'base64',
);
const box = (name: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), text(name), body]);
};
const avif = (change: (file: Buffer) => void) => {
  const file = Buffer.from(AVIF);
  change(file);
  return file;
};
/** A grid of one row and column, as an item of 8 bytes in the file. */
const avifGrid = (width: number, height: number) => {
  const data = bytes(0, 0, 0, 0, width >> 8, width & 255, height >> 8, height & 255);
  const iloc = (start: number) =>
    box('iloc', u32(0), bytes(0x44, 0), bytes(0, 1, 0, 1, 0, 0, 0, 1), u32(start, data.length));
  const ispe = box('iprp', box('ipco', box('ispe', u32(0, 2, 2))));
  const whole = (start: number) =>
    Buffer.concat([box('ftyp', text('avif'), u32(0)), box('meta', u32(0), iloc(start), ispe), box('mdat', data)]);
  return whole(whole(0).length - data.length);
};
const tkhd = (width: number, height: number) =>
  box(
    'tkhd',
    u32(7, 0, 0, 1, 0, 0, 0, 0, 0, 0),
    Buffer.alloc(36),
    bytes(width >> 8, width & 255, 0, 0),
    bytes(height >> 8, height & 255, 0, 0),
  );
const avis = (frames: number, width: number, height: number) =>
  Buffer.concat([
    box('ftyp', text('avis'), u32(0)),
    box('moov', box('trak', tkhd(width, height), box('stsz', u32(0, 0, frames)))),
    box('mdat', text('frames')),
  ]);

describe('a picture whose header claims more pixels than it has is refused:', () => {
  test.each([
    ['a PNG of 30,000 × 30,000', 'image/png', png(ihdr(30_000, 30_000))],
    ['a PNG with a second, larger header', 'image/png', png(ihdr(10, 10), ihdr(30_000, 30_000))],
    ['a JPEG of 30,000 × 30,000', 'image/jpeg', jpeg(frame(0xc0, 30_000, 30_000), scan)],
    ['a JPEG with a second, larger frame', 'image/jpeg', jpeg(frame(0xc0, 10, 10), scan, frame(0xc2, 30_000, 30_000))],
    ['a GIF screen of 20,000 × 20,000', 'image/gif', gif([20_000, 20_000], [{ width: 1, height: 1 }])],
    ['a lossy WebP of 16,000 × 16,000', 'image/webp', webp(vp8(16_000, 16_000))],
    ['a lossless WebP of 16,000 × 16,000', 'image/webp', webp(vp8l(16_000, 16_000))],
    [
      'an AVIF of 30,000 × 30,000',
      'image/avif',
      avif(
        (file) =>
          file.writeUInt32BE(30_000, file.indexOf('ispe') + 8) && file.writeUInt32BE(30_000, file.indexOf('ispe') + 12),
      ),
    ],
  ])('%s', async (_, type, file) => {
    expect(await problemOf(type, file)).toBe('pixels');
  });
});

describe('a frame that is larger than the canvas is refused, because a decoder would allocate it:', () => {
  test.each([
    ['a GIF frame', 'image/gif', gif([10, 10], [{ width: 20_000, height: 20_000 }])],
    [
      'a GIF frame far from its corner',
      'image/gif',
      gif([10, 10], [{ width: 2, height: 2, left: 60_000, top: 60_000 }]),
    ],
    [
      'the last of many GIF frames',
      'image/gif',
      gif([10, 10], [...Array(50).fill({ width: 10, height: 10 }), { width: 65_000, height: 65_000 }]),
    ],
    [
      'two GIF frames that only together span it',
      'image/gif',
      gif(
        [10, 10],
        [
          { width: 65_000, height: 1 },
          { width: 1, height: 65_000 },
        ],
      ),
    ],
    ['a frame of an animated PNG', 'image/png', png(ihdr(10, 10), chunk('acTL', u32(1, 0)), fctl(30_000, 30_000))],
    [
      'a frame of an animated PNG far from its corner',
      'image/png',
      png(ihdr(10, 10), chunk('acTL', u32(1, 0)), fctl(2, 2, 40_000, 40_000)),
    ],
    [
      'a frame of an animated WebP',
      'image/webp',
      webp(vp8x(10, 10), riff('ANIM', u32(0), u16le(0)), anmf(16_000, 16_000, vp8(10, 10))),
    ],
    [
      'the picture in a frame of an animated WebP',
      'image/webp',
      webp(vp8x(10, 10), riff('ANIM', u32(0), u16le(0)), anmf(10, 10, vp8l(16_000, 16_000))),
    ],
    ['the picture in a WebP canvas', 'image/webp', webp(vp8x(10, 10), vp8(16_000, 16_000))],
    ['a WebP canvas around a small picture', 'image/webp', webp(vp8x(16_000_000, 200), vp8(10, 10))],
    [
      'a WebP picture behind the end that its header names',
      'image/webp',
      Buffer.concat([webp(vp8x(10, 10), vp8(10, 10)), vp8(16_000, 16_000)]),
    ],
    [
      'the coded picture in an AVIF',
      'image/avif',
      avif((file) => void bytes(0xfb, 0xff, 0xff, 0xff, 0xe0).copy(file, file.indexOf('0a081800', 0, 'hex') + 3)),
    ],
    ['the grid of an AVIF', 'image/avif', avifGrid(30_000, 30_000)],
    ['the track of an AVIF sequence', 'image/avif', avis(2, 30_000, 30_000)],
  ])('%s', async (_, type, file) => {
    expect(await problemOf(type, file)).toBe('pixels');
  });
});

describe('many frames that together need long to decode are refused:', () => {
  const large = { width: 4000, height: 4000 };
  test.each([
    ['a GIF of 100 frames of 16 million pixels', 'image/gif', gif([4000, 4000], Array<GifFrame>(100).fill(large))],
    [
      'a GIF of 6,000 frames of one pixel',
      'image/gif',
      gif([1, 1], Array<GifFrame>(6000).fill({ width: 1, height: 1 })),
    ],
    ['an animated PNG', 'image/png', png(ihdr(4000, 4000), ...Array<Buffer>(100).fill(fctl(1, 1)))],
    ['an animated WebP', 'image/webp', webp(vp8x(4000, 4000), ...Array<Buffer>(100).fill(anmf(2, 2, vp8(2, 2))))],
    ['an AVIF sequence', 'image/avif', avis(100, 4000, 4000)],
    ['a JPEG of 200 scans', 'image/jpeg', jpeg(frame(0xc2, 4000, 4000), ...Array<Buffer>(200).fill(scan))],
  ])('%s', async (_, type, file) => {
    expect(await problemOf(type, file)).toBe('pixels');
  });
});

describe('ordinary pictures pass:', () => {
  const frames = Array<GifFrame>(60).fill({ width: 400, height: 300, left: 40 });
  test.each([
    ['an animated GIF', 'image/gif', gif([480, 320], frames)],
    ['a GIF whose frame exceeds its screen a little', 'image/gif', gif([480, 320], [{ width: 500, height: 320 }])],
    ['a GIF with bytes behind its end', 'image/gif', gif([480, 320], frames, bytes(0x3b, 0, 0x2c, 255, 255))],
    ['a PNG', 'image/png', png(ihdr(1080, 1920))],
    [
      'an animated PNG',
      'image/png',
      png(ihdr(480, 320), chunk('acTL', u32(60, 0)), ...Array<Buffer>(60).fill(fctl(480, 320))),
    ],
    ['a lossy WebP', 'image/webp', webp(vp8(1080, 1920))],
    ['a lossless WebP', 'image/webp', webp(vp8l(1080, 1920))],
    ['a WebP with a canvas', 'image/webp', webp(vp8x(1080, 1920), riff('ICCP', text('abc')), vp8(1080, 1920))],
    [
      'an animated WebP',
      'image/webp',
      webp(vp8x(480, 320), riff('ANIM', u32(0), u16le(0)), ...Array<Buffer>(60).fill(anmf(480, 320, vp8(480, 320)))),
    ],
    [
      'a progressive JPEG of 48 megapixels',
      'image/jpeg',
      jpeg(segment(0xe1, text('Exif\0\0')), frame(0xc2, 8000, 6000), ...Array<Buffer>(10).fill(scan)),
    ],
    [
      'a JPEG with another one behind its end',
      'image/jpeg',
      Buffer.concat([jpeg(frame(0xc0, 1080, 1920), scan), jpeg(frame(0xc0, 30_000, 30_000), scan)]),
    ],
    ['an AVIF', 'image/avif', AVIF],
    ['an AVIF in a grid', 'image/avif', avifGrid(3000, 4000)],
    ['an AVIF sequence', 'image/avif', avis(60, 480, 320)],
  ])('%s', async (_, type, file) => {
    expect(await problemOf(type, file)).toBeNull();
  });

  test('the coded size of an AVIF is found beside that of its header', () => {
    const small = avif((file) => file.writeUInt32BE(1, file.indexOf('ispe') + 8));
    expect(pictureLoad('image/avif', small)).toMatchObject({ largest: 4, isWhole: true });
  });
});

/** With a header of the newest version; rows may begin at the top. */
const bmp = (width: number, height: number) => {
  const file = Buffer.alloc(54 + 16);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  return file;
};

describe('a picture of which the end is missing is refused:', () => {
  test.each([
    ['a JPEG', 'image/jpeg', jpeg(frame(0xc0, 400, 300), scan)],
    ['a progressive JPEG', 'image/jpeg', jpeg(frame(0xc2, 400, 300), scan, scan)],
    ['a PNG', 'image/png', png(ihdr(400, 300))],
    ['a lossy WebP', 'image/webp', webp(vp8(400, 300), riff('EXIF', Buffer.alloc(40)))],
    ['an animated WebP', 'image/webp', webp(vp8x(48, 32), anmf(48, 32, vp8(48, 32)), anmf(48, 32, vp8(48, 32)))],
    ['an AVIF', 'image/avif', AVIF],
    ['an AVIF sequence', 'image/avif', avis(3, 40, 30)],
    ['a BMP', 'image/bmp', bmp(2, -2)],
  ])('%s', (_, type, file) => {
    expect(pictureLoad(type, file)).toMatchObject({ isWhole: true });
    expect(pictureLoad(type, file.subarray(0, -3))).toMatchObject({ isWhole: false });
  });

  test('of a BMP the size is read', () => {
    expect(pictureLoad('image/bmp', bmp(20_000, -20_000))).toMatchObject({ width: 20_000, largest: 400_000_000 });
  });
});

describe('a file that is not what its type says is refused:', () => {
  const html = text('<!doctype html><script>alert(1)</script>');
  test.each([
    ['markup', 'image/png', html],
    ['an empty file', 'image/jpeg', Buffer.alloc(0)],
    ['markup behind the first bytes of a PNG', 'image/png', Buffer.concat([text('\x89PNG\r\n\x1a\n'), html])],
    ['markup behind the first bytes of a GIF', 'image/gif', Buffer.concat([text('GIF89a'), html])],
    ['markup behind the first bytes of a JPEG', 'image/jpeg', Buffer.concat([bytes(0xff, 0xd8, 0xff, 0xe0), html])],
    ['markup behind the first bytes of a WebP', 'image/webp', Buffer.concat([text('RIFF\0\0\0\0WEBP'), html])],
    [
      'markup behind the first bytes of an AVIF',
      'image/avif',
      Buffer.concat([box('ftyp', text('avif'), u32(0)), html]),
    ],
    ['a GIF named PNG', 'image/png', gif([2, 2], [{ width: 2, height: 2 }])],
    ['a GIF that ends in its frames', 'image/gif', gif([2, 2], [{ width: 2, height: 2 }]).subarray(0, -3)],
    ['a GIF without a frame', 'image/gif', gif([2, 2], [])],
    ['a picture of no width', 'image/png', png(ihdr(0, 100))],
    ['a page with its own type', 'text/html', html],
    ['a drawing with scripts', 'image/svg+xml', text('<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['a file without a type', '', png(ihdr(2, 2))],
  ])('%s', async (_, type, file) => {
    expect(await problemOf(type, file)).toBe('format');
  });

  test('evidence may be damaged, but not claim more than can be decoded', async () => {
    const whole = gif([2, 2], [{ width: 2, height: 2 }]);
    const claims = gif([2, 2], [{ width: 20_000, height: 20_000 }]);
    const found = [whole, claims, html].map((file) =>
      problemOf('image/gif', file.subarray(0, -3), 'csae-report-files'),
    );
    expect(await Promise.all(found)).toEqual([null, 'pixels', 'format']);
  });

  test('a declared type with parameters is judged without them', async () => {
    expect(await problemOf('image/PNG; charset=utf-8', png(ihdr(2, 2)))).toBeNull();
  });
});

describe('videos', () => {
  const mvhd = (seconds: number) => box('mvhd', u32(0, 0, 0, 600, seconds * 600));
  const mp4 = (seconds: number) =>
    Buffer.concat([box('ftyp', text('isom'), u32(0), text('isom')), box('moov', mvhd(seconds))]);

  test('one of more than 90 seconds is refused in a post, and accepted as evidence', async () => {
    expect(await problemOf('video/mp4', mp4(91), 'public-videos')).toBe('length');
    expect(await problemOf('video/mp4', mp4(91), 'csae-report-files')).toBeNull();
    expect(await problemOf('video/mp4', mp4(90), 'public-videos')).toBeNull();
  });

  test('markup named MP4 is refused, also as evidence', async () => {
    const html = text('<!doctype html><script>alert(1)</script>');
    for (const bucket of ['public-videos', 'csae-report-files'])
      expect(await problemOf('video/mp4', html, bucket)).toBe('format');
  });
});

import { describe, expect, test } from 'vitest';
import { post, openSmallWorld, refusedInsert } from '../support/social.ts';
import { PICTURES } from '../../local/seed/pictures.ts';

/* A40, A42: a preview is in the row of its picture, so the check of files does not see it. Browsers decode it first. */

const world = await openSmallWorld();
const { author, friend } = world;

const le = (value: number, length: number): number[] =>
  Array.from({ length }, (_, at) => Math.floor(value / 256 ** at) % 256);
const be = (value: number): number[] => le(value, 4).toReversed();
const letters = (text: string): number[] => Array.from(text, (letter) => letter.charCodeAt(0));
const webpChunk = (name: string, data: number[]): number[] => [
  ...letters(name),
  ...le(data.length, 4),
  ...data,
  ...(data.length % 2 ? [0] : []),
];
const webp = (...chunks: number[][]): number[] => [
  ...letters('RIFF'),
  ...le(4 + chunks.flat().length, 4),
  ...letters('WEBP'),
  ...chunks.flat(),
];
const lossy = (width: number, height: number): number[] =>
  webpChunk('VP8 ', [0x30, 1, 0, 0x9d, 1, 0x2a, ...le(width, 2), ...le(height, 2), 0, 0]);
const lossless = (width: number, height: number): number[] =>
  webpChunk('VP8L', [0x2f, ...le(width - 1 + (height - 1) * 16_384, 4), ...letters('pixels')]);
const extended = (width: number, height: number): number[] =>
  webpChunk('VP8X', [0x10, 0, 0, 0, ...le(width - 1, 3), ...le(height - 1, 3)]);
const pngChunk = (name: string, data: number[]): number[] => [
  ...be(data.length),
  ...letters(name),
  ...data,
  ...[0, 0, 0, 0],
];
const header = (width: number, height: number): number[] =>
  pngChunk('IHDR', [...be(width), ...be(height), 8, 2, 0, 0, 0]);
const png = (...chunks: number[][]): number[] => [0x89, ...letters('PNG\r\n\u{1a}\n'), ...chunks.flat()];
const uri = (type: string, bytes: number[]): string =>
  `data:image/${type};base64,${Buffer.from(bytes).toString('base64')}`;

const HUGE: [name: string, preview: string][] = [
  ['lossless WebP', uri('webp', webp(lossless(16_384, 16_384)))],
  ['lossless WebP, wide', uri('webp', webp(lossless(65, 1)))],
  ['lossless WebP, high', uri('webp', webp(lossless(1, 65)))],
  ['lossy WebP', uri('webp', webp(lossy(16_383, 16)))],
  ['lossy WebP, high', uri('webp', webp(lossy(16, 256)))],
  ['a large canvas', uri('webp', webp(extended(16, 4096), lossy(16, 16)))],
  ['a large picture in a small canvas', uri('webp', webp(extended(16, 16), lossless(16_384, 16_384)))],
  ['a second picture', uri('webp', webp(lossy(16, 16), lossless(16_384, 16_384)))],
  [
    'an animation',
    uri(
      'webp',
      webp(
        extended(16, 16),
        webpChunk(
          'ANMF',
          Array.from({ length: 40 }, () => 0),
        ),
      ),
    ),
  ],
  ['PNG', uri('png', png(header(30_000, 30_000)))],
  ['PNG, high', uri('png', png(header(16, 65_536)))],
  ['a second PNG header', uri('png', png(header(16, 16), header(30_000, 30_000)))],
  ['an animated PNG', uri('png', png(header(16, 16), pngChunk('fcTL', [...be(0), ...be(30_000)])))],
  ['WebP that says PNG', uri('png', webp(lossless(16_384, 16_384)))],
];
const OTHERS: [name: string, preview: string][] = [
  [
    'AVIF',
    uri(
      'avif',
      Array.from({ length: 40 }, () => 1),
    ),
  ],
  ['JPEG', uri('jpeg', [0xff, 0xd8, ...Array.from({ length: 40 }, () => 1)])],
  [
    'no picture',
    uri(
      'webp',
      webp(
        webpChunk(
          'EXIF',
          Array.from({ length: 20 }, () => 0),
        ),
      ),
    ),
  ],
  ['a chunk behind the end', uri('webp', webp(lossy(16, 16), [...letters('VP8L'), ...le(1_000_000, 4)]))],
  ['broken base64', 'data:image/webp;base64,UklGR'],
  ['SVG', uri('svg+xml', letters('<svg xmlns="http://www.w3.org/2000/svg"/>'))],
];
const SMALL: [name: string, preview: string | null][] = [
  ['none', null],
  ['lossy WebP', uri('webp', webp(lossy(16, 11)))],
  ['lossless WebP', uri('webp', webp(lossless(64, 64)))],
  ['WebP with transparency', uri('webp', webp(extended(16, 16), webpChunk('ALPH', [0, 1, 2]), lossy(16, 16)))],
  ['PNG', uri('png', png(header(16, 16), pngChunk('IDAT', letters('pixels')), pngChunk('IEND', [])))],
  ...Object.values(PICTURES)
    .slice(0, 3)
    .map(({ preview }): [string, string] => ['of the example members', preview]),
];

const inPost = async (preview: string | null) =>
  refusedInsert(author, 'post_images', { post_id: await post(author), user_id: author.id, url: '/x.png', preview });
const inComment = async (image_preview: string | null) =>
  refusedInsert(friend, 'comments', { post_id: await post(author), text: 'Steel', image_url: '/x.png', image_preview });

describe('previews of pictures', () => {
  test.each([...HUGE, ...OTHERS])('refused: %s', async (_, preview) => {
    expect(await inPost(preview)).toMatchObject({ code: '23514' });
    expect(await inComment(preview)).toMatchObject({ code: '23514' });
  });

  test.each(SMALL)('control: %s', async (_, preview) => {
    expect(await inPost(preview)).toBeNull();
    expect(await inComment(preview)).toBeNull();
  });
});

import { expect, test } from 'vitest';
import { cleanVideo, sniffVideo } from './clean-video.ts';
import { join, latin } from './strip/parts.ts';

const text = (value: string): Uint8Array => Uint8Array.from(value, (letter) => letter.charCodeAt(0));
const u32 = (...values: number[]): Uint8Array =>
  Uint8Array.from(values.flatMap((value) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255)));
const box = (name: string, ...parts: Uint8Array[]): Uint8Array => {
  const body = join(parts);
  return join([u32(body.length + 8), text(name), body]);
};
const hdlr = (kind: string) => box('hdlr', u32(0, 0), text(kind), u32(0, 0, 0));
const PLACE = '+48.8566+002.3522/ SECRET';

/** A track whose samples lie at these positions, in one chunk each. */
const track = (kind: string, chunks: number[], size: number) =>
  box(
    'trak',
    box('udta', box('name', text(PLACE))),
    box(
      'mdia',
      hdlr(kind),
      box(
        'minf',
        box(
          'stbl',
          box('stsz', u32(0, size, chunks.length)),
          box('stsc', u32(0, 1, 1, 1, 1)),
          box('stco', u32(0, chunks.length, ...chunks)),
        ),
      ),
    ),
  );

/** An MP4 with a location in user data, in metadata, in XMP, in unused space and in the samples of a track of its own. */
function mp4(brand = 'isom', extra: Uint8Array[] = []): Uint8Array<ArrayBuffer> {
  const ftyp = box('ftyp', text(brand), u32(0));
  const samples = [text('PICTURE1'), text('GPS48.85'), text('PICTURE2'), text('GPS02.35')];
  const mdat = box('mdat', ...samples);
  const at = (index: number) => ftyp.length + 8 + index * 8;
  const moov = box(
    'moov',
    box('udta', box('\xa9xyz', text(PLACE))),
    box('meta', u32(0), text(`com.apple.quicktime.location.ISO6709 ${PLACE}`)),
    track('vide', [at(0), at(2)], 8),
    track('meta', [at(1), at(3)], 8),
  );
  return join([ftyp, mdat, moov, box('uuid', text(`XMP ${PLACE}`)), box('free', text(PLACE)), ...extra]);
}

const all = (bytes: ArrayBuffer) => latin(new Uint8Array(bytes), 0, bytes.byteLength);
const cleaned = (bytes: Uint8Array<ArrayBuffer>) => {
  const result = cleanVideo(bytes.buffer);
  if (!result.ok) throw new Error('It was not cleaned.');
  return { ...result, text: all(result.bytes) };
};

test.each([
  ['isom', 'video/mp4'],
  ['qt  ', 'video/quicktime'],
])('%s: no location is left anywhere, and picture and positions stay', (brand, type) => {
  const original = mp4(brand);
  const size = original.length;
  const result = cleaned(original);
  expect(result).toMatchObject({ type, located: true });
  expect(result.bytes.byteLength).toBe(size);
  expect(result.text).not.toMatch(/SECRET|48\.85|02\.35|xyz/);
  // Behind ftyp (16 bytes) and the header of mdat.
  expect(result.text.indexOf('PICTURE1')).toBe(24);
  expect(result.text).toContain('PICTURE2');
  expect(result.text).toContain('vide');
});

test('a file without a location is not said to have had one', () => {
  expect(cleaned(join([box('ftyp', text('isom'), u32(0)), box('moov', track('vide', [], 8).slice())]))).toMatchObject({
    located: false,
  });
});

test('a fragmented file with a track of measurements is refused: its samples are not found', () => {
  expect(cleanVideo(mp4('isom', [box('moof', box('mfhd', u32(0, 1)))]).buffer)).toEqual({ ok: false });
});

test.each([
  ['a box that is longer than the file', join([box('ftyp', text('isom')), u32(99), text('moov')])],
  ['a box shorter than its own header', join([box('ftyp', text('isom')), u32(4), text('moov')])],
  ['a picture', text('\x89PNG\r\n\x1a\n')],
  ['HEIC', box('ftyp', text('heic'), u32(0))],
  ['Matroska', text('\x1a\x45\xdf\xa3\x8b\x42\x82\x88matroska')],
  ['nothing', new Uint8Array()],
])('refused: %s', (_, bytes) => {
  expect(cleanVideo(bytes.slice().buffer)).toEqual({ ok: false });
});

/** An element of WebM; `unknown`: as a recording writes it, without a length. */
const element = (id: number[], body: Uint8Array, unknown = false): Uint8Array =>
  join([new Uint8Array(id), new Uint8Array(unknown ? [0xff] : [0x40 | (body.length >> 8), body.length & 255]), body]);
const TAGS = [0x12, 0x54, 0xc3, 0x67];
const header = element([0x1a, 0x45, 0xdf, 0xa3], text('\x42\x82\x84webm'));

test.each([false, true])('WebM without tags and attachments (a live recording: %s)', (isLive) => {
  const block = element([0xa3], text('PICTURE1'));
  const segment = element(
    [0x18, 0x53, 0x80, 0x67],
    join([
      element([0x1f, 0x43, 0xb6, 0x75], block, isLive),
      element(TAGS, text(`LOCATION ${PLACE}`)),
      element([0x19, 0x41, 0xa4, 0x69], text(PLACE)),
      element([0x1f, 0x43, 0xb6, 0x75], element([0xa3], text('PICTURE2')), isLive),
      element([0xec], text(PLACE)),
    ]),
    isLive,
  );
  const original = join([header, segment]);
  const size = original.length;
  const result = cleaned(original);
  expect(result).toMatchObject({ type: 'video/webm', located: true });
  expect(result.bytes.byteLength).toBe(size);
  expect(result.text).not.toMatch(/SECRET|48\.85/);
  expect(result.text).toMatch(/PICTURE1[^]*PICTURE2/);
  // It can be read again, and nothing is left to remove.
  expect(cleaned(new Uint8Array(result.bytes.slice(0)))).toMatchObject({ located: false });
});

test('the format is found in the first bytes', () => {
  expect(sniffVideo(header)).toBe('video/webm');
  expect(sniffVideo(box('wide'))).toBe('video/quicktime');
});

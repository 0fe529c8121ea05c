import { expect, test } from 'vitest';
import { cleanVideo } from './clean-video.ts';
import { join, latin, viewOf } from './strip/parts.ts';
import { sniffVideo } from './strip/sniff-video.ts';

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

/** What cameras and programs write beside the picture: when, with what, and from which folder. */
const traces = () =>
  box(
    'trak',
    box('tkhd', u32(7, 0xe1d2c3b4, 0xe1d2c3b4, 1)),
    box('mapr', text('SECRET of a maker')),
    box(
      'mdia',
      box('mdhd', u32(0x01000000, 0, 0xe1d2c3b4, 0, 0xe1d2c3b4, 600)),
      box('hdlr', u32(0), text('mhlrvideSECR'), u32(0, 0), text('SECRET handler')),
      box(
        'minf',
        box('dinf', box('dref', u32(0, 1), box('alis', u32(1), text('/Users/SECRET/Movies')))),
        box(
          'stbl',
          box(
            'stsd',
            u32(0, 1),
            box(
              'avc1',
              ...[u32(0, 1, 0), text('SECR'), u32(0, 0, 0x00100010, 0, 0, 0), new Uint8Array(2)],
              ...[text('SECRET camera 3.1'.padEnd(32)), u32(0x0018ffff)],
              ...[box('avcC', text('CODEC')), box('SECR', text('SECRET'))],
            ),
          ),
        ),
      ),
    ),
  );

test('times, names of programs, folders and unknown boxes are removed, and what a player needs stays', () => {
  const header = box('mvhd', u32(0, 0xe1d2c3b4, 0xe1d2c3b4, 600, 1200));
  const file = join([
    box('ftyp', text('qt  '), u32(0)),
    box('prft', text('SECRET time')),
    box('moov', header, traces()),
    text('SECRE'),
  ]);
  // A few bytes after the last box are too short for a box of their own.
  const result = cleaned(file);
  expect(result.text).not.toMatch(/SECR|Users|camera|handler|\xe1\xd2\xc3\xb4/);
  expect(result.text).toMatch(/mhlrvide[^]*avc1[^]*avcC[^]{0}CODEC/);
  const scale = result.text.indexOf('mvhd') + 16;
  expect(viewOf(new Uint8Array(result.bytes)).getUint32(scale)).toBe(600);
});

/**
 * An MP4 with a location in user data, in metadata, in XMP, in unused space and in the samples of a track of its own.
 */
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

test('WebM: titles, dates and names of programs and tracks are removed; scale, length and codec stay', () => {
  const track = [
    element([0x83], Uint8Array.of(1)),
    element([0x86], text('V_VP9')),
    element([0x53, 0x6e], text('SECRET track')),
  ];
  const info = [
    ...[element([0x2a, 0xd7, 0xb1], u32(1_000_000)), element([0x44, 0x89], text('LENGTH42'))],
    ...[element([0x7b, 0xa9], text('SECRET title')), element([0x44, 0x61], text('DATE1234'))],
    ...[element([0x4d, 0x80], text('SECRET muxer')), element([0x57, 0x41], text('SECRET writer'))],
  ];
  const parts = [
    element([0x15, 0x49, 0xa9, 0x66], join(info)),
    element([0x16, 0x54, 0xae, 0x6b], element([0xae], join(track))),
  ];
  const file = join([header, element([0x18, 0x53, 0x80, 0x67], join(parts))]);
  const result = cleaned(file);
  expect(result.text).not.toMatch(/SECRET|DATE/);
  expect(result.text).toMatch(/LENGTH42[^]*V_VP9/);
});

test('WebM with a track of texts is refused', () => {
  const tracks = element([0x16, 0x54, 0xae, 0x6b], element([0xae], element([0x83], Uint8Array.of(0x11))));
  expect(cleanVideo(join([header, element([0x18, 0x53, 0x80, 0x67], tracks)]).buffer)).toEqual({ ok: false });
});

test('the format is found in the first bytes', () => {
  expect(sniffVideo(header)).toBe('video/webm');
  expect(sniffVideo(box('wide'))).toBe('video/quicktime');
});

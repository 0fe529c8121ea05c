import { expect, test } from 'vitest';
import { videoFacts } from '#contract/files/video-facts.ts';

const text = (value: string): Buffer => Buffer.from(value, 'latin1');
const u32 = (...values: number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};
const box = (name: string, ...parts: Buffer[]): Buffer => {
  const body = Buffer.concat(parts);
  return Buffer.concat([u32(body.length + 8), text(name), body]);
};
const factsOf = (file: Buffer) => videoFacts(file.length, async (from, to) => new Uint8Array(file.subarray(from, to)));

const mvhd = (seconds: number) => box('mvhd', u32(0, 0, 0, 600, seconds * 600));
const longMvhd = (seconds: number) => box('mvhd', u32(0x01000000, 0, 0, 0, 0, 1000, 0, seconds * 1000));
const ftyp = (brand: string) => box('ftyp', text(brand), u32(0));

test.each([
  ['at the start', Buffer.concat([ftyp('isom'), box('moov', mvhd(12)), box('mdat', text('x'))]), 'video/mp4', 12],
  [
    'at the end',
    Buffer.concat([ftyp('qt  '), box('mdat', Buffer.alloc(90_000)), box('moov', mvhd(91))]),
    'video/quicktime',
    91,
  ],
  ['with 64 bits', Buffer.concat([ftyp('mp42'), box('moov', longMvhd(30))]), 'video/mp4', 30],
])('the length of an MP4 with its header %s', async (_, file, format, seconds) => {
  expect(await factsOf(file)).toEqual({ format, seconds });
});

const fragmented = (...more: Buffer[]) =>
  Buffer.concat([
    ftyp('iso5'),
    box('moov', mvhd(0), ...more, box('trak', box('tkhd', u32(0, 0, 0, 7)), box('mdhd', u32(0, 0, 0, 90_000)))),
  ]);
const fragment = (...times: Buffer[]) => box('moof', box('traf', box('tfhd', u32(0, 7)), box('tfdt', ...times)));

test.each([
  ['its whole length', fragmented(box('mvex', box('mehd', u32(0, 95 * 600)))), 95],
  [
    'the time of its last fragment',
    Buffer.concat([fragmented(), fragment(u32(0, 0)), fragment(u32(0, 91 * 90_000))]),
    91,
  ],
  ['that time with 64 bits', Buffer.concat([fragmented(), fragment(u32(0x01000000, 0, 4 * 90_000))]), 4],
  ['neither', fragmented(), null],
])('the length of a fragmented MP4 that names %s', async (_, file, seconds) => {
  expect(await factsOf(file)).toEqual({ format: 'video/mp4', seconds });
});

const element = (id: number[], value: Buffer) => Buffer.concat([Buffer.from([...id, 0x80 | value.length]), value]);
const float = (value: number) => {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
};
const ebml = Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3, 0x88]), text('B\x82\x84webm ')]);
const info = (...parts: Buffer[]) => element([0x15, 0x49, 0xa9, 0x66], Buffer.concat(parts));
const scale = element([0x2a, 0xd7, 0xb1], Buffer.from([0x0f, 0x42, 0x40]));
const cluster = (ms: number) =>
  Buffer.concat([
    Buffer.from([0x1f, 0x43, 0xb6, 0x75, 0x01, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff]),
    element([0xe7], u32(ms)),
    text('frames'),
  ]);

test.each([
  ['that names its length', [info(scale, element([0x44, 0x89], float(4500))), cluster(0)], 4.5],
  ['of a recording', [info(scale), cluster(0), cluster(91_000)], 91],
])('the length of a WebM %s', async (_, parts, seconds) => {
  expect(await factsOf(Buffer.concat([ebml, ...parts]))).toEqual({ format: 'video/webm', seconds });
});

test.each([
  ['a picture', box('ftyp', text('heic'), u32(0))],
  ['another Matroska file', Buffer.concat([Buffer.from([0x1a, 0x45, 0xdf, 0xa3]), text('matroska')])],
  ['a page', text('<!doctype html><script>alert(1)</script>')],
  ['a file that ends in its header', Buffer.concat([ftyp('isom'), box('moov', text('mvhd'))])],
  ['an MP4 without a movie', Buffer.concat([ftyp('isom'), box('mdat', text('x'))])],
])('%s is no video', async (_, file) => {
  expect(await factsOf(file)).toEqual({ format: null, seconds: null });
});

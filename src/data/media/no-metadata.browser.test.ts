import { expect, test } from 'vitest';
import { clean, cleanVideo } from './cleaner.ts';
import { heifWithLocation, SECRETS, videoWithLocation, withLocation } from './testing/with-location.ts';
import { piecesOf } from './testing/pieces-of.ts';
import { record } from './testing/record.ts';

const [WIDTH, HEIGHT] = [1600, 1200];

/**
 * Real files with a GPS directory, XMP, IPTC and the maker's notes where their format has them, after the worker: what
 * leaves this device.
 */
async function sentOf(type: string): Promise<{ type: string; bytes: ArrayBuffer; located: boolean }> {
  if (type.startsWith('video/')) {
    const brand = type === 'video/mp4' ? 'isom' : 'qt  ';
    const file = videoWithLocation(await record('video/mp4'), brand);
    expect(piecesOf(type, file.buffer)).toEqual(
      expect.arrayContaining(['\xa9xyz', 'free with bytes', 'loci', 'meta', 'udta', 'uuid']),
    );
    const result = await cleanVideo(file.buffer);
    return result.ok ? result : expect.fail('The video was refused.');
  }
  const result = await clean((await photoOf(type)).buffer);
  return result.ok ? result.picture : expect.fail(result.code);
}

async function photoOf(type: string): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(WIDTH, HEIGHT);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#842';
  context.fillRect(0, 0, WIDTH / 2, HEIGHT);
  if (type === 'image/avif')
    return heifWithLocation(await av1(canvas), { brand: 'avif', width: WIDTH, height: HEIGHT });
  const plain = new Uint8Array(await (await canvas.convertToBlob({ type })).arrayBuffer());
  return withLocation(type, plain, { width: WIDTH, height: HEIGHT });
}

/** One frame of AV1. */
async function av1(canvas: OffscreenCanvas): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  const encoder = new VideoEncoder({
    output(chunk) {
      const bytes = new Uint8Array(chunk.byteLength);
      chunk.copyTo(bytes);
      chunks.push(bytes);
    },
    error: (error) => expect.fail(error.message),
  });
  encoder.configure({ codec: 'av01.0.08M.08', width: WIDTH, height: HEIGHT });
  const frame = new VideoFrame(canvas, { timestamp: 0 });
  encoder.encode(frame, { keyFrame: true });
  frame.close();
  await encoder.flush();
  encoder.close();
  return chunks[0] ?? expect.fail('There is no frame.');
}

// Colour profiles stay: without one, colours change.
const JPEG = ['c0', 'c4', 'da', 'db', 'e0', 'e2 ICC_PROFILE'];
const MP4 =
  'ftyp styp moov mvhd trak tkhd edts elst mdia mdhd hdlr minf vmhd dinf dref stbl stsd stts stsc stsz stco mvex mehd trex moof mfhd traf tfhd tfdt trun mdat sidx mfra tfra mfro';
/** What may be in a file that is sent. */
const ALLOWED: [string, string, string[]][] = [
  ['image/jpeg', 'image/jpeg', JPEG],
  ['image/png', 'image/png', ['IHDR', 'sRGB', 'IDAT', 'IEND']],
  ['image/webp', 'image/webp', ['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ICCP']],
  ['image/avif', 'image/jpeg', JPEG],
  ['video/mp4', 'video/mp4', MP4.split(' ')],
  ['video/quicktime', 'video/quicktime', MP4.split(' ')],
];

test.each(ALLOWED)(
  'F30: %s with a location leaves as %s, which has no piece but those of the picture',
  async (type, sentAs, allowed) => {
    const { bytes, located, ...sent } = await sentOf(type);
    expect([sent.type, located]).toEqual([sentAs, true]);
    const pieces = piecesOf(sent.type, bytes);
    expect(pieces.length).toBeGreaterThan(0);
    expect(pieces.filter((piece) => !allowed.includes(piece))).toEqual([]);
    const text = new TextDecoder('latin1').decode(bytes);
    expect([...SECRETS, '+48.85', 'ISO6709', '48,51'].filter((secret) => text.includes(secret))).toEqual([]);
  },
);

test('F31: HEIC, which this browser cannot decode, is refused, and its original does not leave', async () => {
  const file = heifWithLocation(new Uint8Array(200), { brand: 'heic', width: 4032, height: 3024 });
  expect(await clean(file.buffer)).toEqual({ ok: false, code: 'heif' });
});

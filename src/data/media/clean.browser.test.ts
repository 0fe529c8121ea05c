import { expect, test, vi } from 'vitest';
import { clean } from './cleaner.ts';
import { compressJpeg } from './compress-jpeg.ts';
import { bareImage } from './strip/bare.ts';
import { formatOf, type KnownType, sniff } from './strip/strip.ts';
import { heavyPicture } from './testing/heavy-picture.ts';
import { SECRETS, withLocation } from './testing/with-location.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'image/gif'] as const;

/** One pixel. */
const GIF = Uint8Array.from(atob('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'), (byte) =>
  byte.charCodeAt(0),
);

/** A real picture of this type: red on the left, blue on the right. */
async function draw(type: string, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#f00';
  context.fillRect(0, 0, width, height);
  context.fillStyle = '#00f';
  context.fillRect(width / 2, 0, width, height);
  const blob = await canvas.convertToBlob({ type, quality: 0.9 });
  return new Uint8Array(await blob.arrayBuffer());
}

/** Two pixels, red and blue, of 24 bits each; a row has a multiple of four bytes. */
function bmp(): Uint8Array<ArrayBuffer> {
  const file = new Uint8Array(62);
  const view = new DataView(file.buffer);
  file.set([0x42, 0x4d, 62]);
  view.setUint32(10, 54, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, 2, true);
  view.setInt32(22, 1, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, 24, true);
  view.setUint32(34, 8, true);
  file.set([0, 0, 255, 255, 0, 0], 54);
  return file;
}

const secretsIn = (bytes: ArrayBuffer | Uint8Array<ArrayBuffer>): string[] => {
  const text = new TextDecoder('latin1').decode(bytes);
  return SECRETS.filter((secret) => text.includes(secret));
};

const bareLength = (jpeg: Uint8Array): number => formatOf('image/jpeg').strip(jpeg).bytes.length;

async function pixelsOf(bytes: ArrayBuffer | Uint8Array<ArrayBuffer>) {
  const image = await createImageBitmap(new Blob([bytes]));
  const context = new OffscreenCanvas(image.width, image.height).getContext('2d')!;
  context.drawImage(image, 0, 0);
  return context.getImageData(0, 0, image.width, image.height);
}

test.each(TYPES)('%s: no byte of metadata is left by stripping, and no pixel changes', async (type: KnownType) => {
  const plain = await draw(type, 40, 20);
  const photo = withLocation(type, plain, { width: 40, height: 20 });
  expect(sniff(photo)).toBe(type);
  expect(secretsIn(photo)).not.toEqual([]);
  const { bytes, located } = formatOf(type).strip(photo);
  expect(secretsIn(bytes)).toEqual([]);
  expect(located).toBe(true);
  expect((await pixelsOf(bytes)).data).toEqual((await pixelsOf(photo)).data);
  const again = formatOf(type).strip(bytes);
  expect(again.located).toBe(false);
  expect(again.bytes).toEqual(bytes);
});

test.each(TYPES)('%s: the worker makes it at most 1080 px wide, without metadata', async (type: KnownType) => {
  const photo = withLocation(type, await draw(type, 2160, 1080), { width: 2160, height: 1080 });
  const result = await clean(photo.buffer);
  if (!result.ok) throw new Error(result.code);
  const { picture } = result;
  expect(secretsIn(picture.bytes)).toEqual([]);
  expect(picture.located).toBe(true);
  const { width, height } = await pixelsOf(picture.bytes);
  expect([picture.width, picture.height]).toEqual([width, height]);
  if (type !== 'image/gif') expect([width, height]).toEqual([1080, 540]);
  expect(picture.preview).toMatch(/^data:image\/webp;base64,/);
  expect(picture.preview.length).toBeLessThan(400);
});

/** Small, where a header or another quality weighs more than the pixels. */
const SMALL: readonly [KnownType, number][] = (['image/jpeg', 'image/png', 'image/webp'] as const).flatMap((type) =>
  [0.1, 0.3, 0.9].map((quality): [KnownType, number] => [type, quality]),
);

test.each(SMALL)(
  '%s of quality %s: no small picture gets larger, and what is transparent stays so',
  async (type, quality) => {
    for (const [width, height] of [
      [1, 1],
      [8, 8],
      [40, 20],
      [300, 200],
    ] as const) {
      const canvas = new OffscreenCanvas(width, height);
      const context = canvas.getContext('2d')!;
      const dots = context.createImageData(width, height);
      for (let at = 0; at < dots.data.length; at += 4)
        dots.data.set([at % 251, (at * 7) % 253, (at * 13) % 241, at % 3 === 0 && type !== 'image/jpeg' ? 0 : 255], at);
      context.putImageData(dots, 0, 0);
      const original = new Uint8Array(await (await canvas.convertToBlob({ type, quality })).arrayBuffer());
      const result = await clean(original.slice().buffer);
      if (!result.ok) throw new Error(result.code);
      expect(result.picture.bytes.byteLength, `${width} × ${height}`).toBeLessThanOrEqual(original.length);
      const { data } = await pixelsOf(result.picture.bytes);
      if (type !== 'image/jpeg') expect(data[3], `${width} × ${height}`).toBeLessThan(10);
    }
  },
);

test('no small GIF gets larger', async () => {
  const result = await clean(GIF.slice().buffer);
  if (!result.ok) throw new Error(result.code);
  expect(result.picture.bytes.byteLength).toBeLessThanOrEqual(GIF.length);
});

test('a photo that was held upright stands upright, and its progress is reported', async () => {
  const photo = withLocation('image/jpeg', await draw('image/jpeg', 40, 20), { orientation: 6 });
  const parts: number[] = [];
  const result = await clean(photo.buffer, (part) => parts.push(part));
  if (!result.ok) throw new Error(result.code);
  const { picture } = result;
  expect(parts[0]).toBe(0.2);
  expect(parts.at(-1)).toBe(1);
  expect(parts).toEqual(parts.toSorted((one, other) => one - other));
  expect([picture.width, picture.height]).toEqual([20, 40]);
  const { data } = await pixelsOf(picture.bytes);
  // Red on top, blue at the bottom.
  expect(data[0]).toBeGreaterThan(200);
  expect(data.at(-2)).toBeGreaterThan(200);
});

test('F31: a picture that cannot be decoded is sent without its metadata, or refused', async () => {
  const photo = withLocation('image/jpeg', await draw('image/jpeg', 40, 20));
  // A frame of a kind that no browser decodes.
  const at = photo.findIndex((byte, index) => byte === 0xff && photo[index + 1] === 0xc0);
  photo[at + 1] = 0xc5;
  const result = await clean(photo.slice().buffer);
  expect(result).toMatchObject({
    ok: true,
    picture: { type: 'image/jpeg', width: 40, height: 20, located: true },
  });
  if (result.ok) expect(secretsIn(result.picture.bytes)).toEqual([]);

  // It keeps its orientation and nothing else of its EXIF.
  const turned = withLocation('image/jpeg', await draw('image/jpeg', 40, 20), { orientation: 6 });
  const readable = bareImage('image/jpeg', turned)?.bytes ?? new Uint8Array();
  expect((await pixelsOf(readable)).data.length).toBe(40 * 20 * 4);
  expect((await pixelsOf(readable)).width).toBe(20);
  turned[turned.findIndex((byte, index) => byte === 0xff && turned[index + 1] === 0xc0) + 1] = 0xc5;
  const kept = await clean(turned.slice().buffer);
  expect(kept).toMatchObject({ ok: true, picture: { width: 20, height: 40, located: true } });
  if (kept.ok) {
    expect(secretsIn(kept.picture.bytes)).toEqual(['Exif\0']);
    expect(kept.picture.bytes.byteLength - bareLength(turned)).toBe(36);
  }

  expect(await clean(new TextEncoder().encode('<svg onload="alert(1)"/>').buffer)).toEqual({
    ok: false,
    code: 'unreadable',
  });
  const heic = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic');
  expect(await clean(heic.buffer)).toEqual({ ok: false, code: 'heif' });
  const box = '\0\0\0\x1cmeta\0\0\0\x14ispe\0\0\0\0\0\0\x75\x30\0\0\x75\x30';
  const heicBomb = new TextEncoder().encode(`\0\0\0\x18ftypheic\0\0\0\0mif1heic${box}`);
  expect(await clean(heicBomb.buffer)).toEqual({ ok: false, code: 'too_large' });
  const bomb = withLocation('image/png', await draw('image/png', 4, 4));
  new DataView(bomb.buffer).setUint32(16, 30_000);
  new DataView(bomb.buffer).setUint32(20, 30_000);
  expect(await clean(bomb.buffer)).toEqual({ ok: false, code: 'too_large' });

  // A frame of 20,000 × 20,000 pixels on a screen of one pixel, which the browser would enlarge.
  const framed = GIF.slice();
  expect(await clean(framed.slice().buffer)).toMatchObject({ ok: true, picture: { type: 'image/gif', width: 1 } });
  new DataView(framed.buffer).setUint32(framed.indexOf(0x2c, 13) + 5, 0x204e204e);
  expect(await clean(framed.buffer)).toEqual({ ok: false, code: 'too_large' });

  const heavy = heavyPicture(await draw('image/png', 4, 4));
  expect(await clean(heavy.buffer)).toEqual({ ok: false, code: 'too_heavy' });
});

test.each(TYPES)('%s: a file whose end is missing is refused, and not sent grey', async (type) => {
  const photo = await draw(type, 400, 300);
  expect(await clean(photo.slice(0, photo.length / 2).buffer)).toEqual({ ok: false, code: 'damaged' });
});

test('a file of no bytes, an animated AVIF and a BMP of too many pixels are refused with the reason', async () => {
  expect(await clean(new ArrayBuffer(0))).toEqual({ ok: false, code: 'damaged' });
  const box =
    '\0\0\0\x34moov\0\0\0\x14ispe\0\0\0\0\0\0\0\x10\0\0\0\x10\0\0\0\x14stsz\0\0\0\0\0\0\0\0\0\0\0\x02\0\0\0\0';
  const moving = new TextEncoder().encode(`\0\0\0\x18ftypavis\0\0\0\0mif1avif${box}`);
  expect(await clean(moving.buffer)).toEqual({ ok: false, code: 'animated_avif' });
  const bomb = bmp();
  new DataView(bomb.buffer).setInt32(18, 20_000, true);
  new DataView(bomb.buffer).setInt32(22, 20_000, true);
  expect(await clean(bomb.buffer)).toEqual({ ok: false, code: 'too_large' });
});

test('a BMP is taken: red on the left, blue on the right', async () => {
  const result = await clean(bmp().buffer);
  expect(result).toMatchObject({ ok: true, picture: { type: 'image/png', width: 2, height: 1, located: false } });
  if (result.ok) expect([...(await pixelsOf(result.picture.bytes)).data]).toEqual([255, 0, 0, 255, 0, 0, 255, 255]);
});

test('F31: if the worker ends, a picture is kept without its metadata', async () => {
  const photo = withLocation('image/jpeg', await draw('image/jpeg', 40, 20), { orientation: 6 });
  await clean(photo.slice().buffer);
  const post = vi.spyOn(Worker.prototype, 'postMessage');
  function end(this: Worker): void {
    this.terminate();
  }
  post.mockImplementationOnce(end);
  const kept = await clean(photo.slice().buffer, undefined, async () => photo.slice().buffer);
  post.mockImplementationOnce(end);
  // The worker of the stripped file runs.
  const lost = await clean(photo.slice().buffer, undefined, () => Promise.reject(new Error('It was deleted.')));
  post.mockRestore();
  expect(kept).toMatchObject({ ok: true, picture: { type: 'image/jpeg', width: 20, height: 40, located: true } });
  if (kept.ok) expect(secretsIn(kept.picture.bytes)).toEqual(['Exif\0']);
  expect(lost).toEqual({ ok: false, code: 'unreadable' });
  // The next one has a new worker.
  expect(await clean(photo.slice().buffer)).toMatchObject({ ok: true, picture: { width: 20, height: 40 } });
});

test('a slow device is given all the time it needs: the photo is reduced', async () => {
  const photo = await draw('image/jpeg', 4000, 3000);
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const cleaning = clean(photo.buffer, undefined, () => Promise.reject(new Error('It was deleted.')));
    // The promise chain before the task of the worker.
    for (let step = 0; step < 10; step += 1) await Promise.resolve();
    vi.advanceTimersByTime(10 * 60_000);
    vi.useRealTimers();
    expect(await cleaning).toMatchObject({ ok: true, picture: { width: 1080, height: 810 } });
  } finally {
    vi.useRealTimers();
  }
});

test('a photo of 12 megapixels of noise is made smaller than 5 MB, by the library', async () => {
  const canvas = new OffscreenCanvas(4000, 3000);
  const context = canvas.getContext('2d')!;
  const noise = context.createImageData(500, 500);
  for (let at = 0; at < noise.data.length; at += 1) noise.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
  for (let x = 0; x < 4000; x += 500) for (let y = 0; y < 3000; y += 500) context.putImageData(noise, x, y);
  const photo = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.95 });
  expect(photo.size).toBeGreaterThan(5_242_880);
  expect(await compressJpeg(photo)).toMatchObject({ type: 'image/jpeg' });
  const result = await clean(await photo.arrayBuffer());
  expect(result).toMatchObject({ ok: true, picture: { type: 'image/jpeg', width: 1080, height: 810 } });
  if (result.ok) expect(result.picture.bytes.byteLength).toBeLessThan(5_242_880);
});

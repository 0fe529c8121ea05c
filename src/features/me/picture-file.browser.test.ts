import { expect, test, vi } from 'vitest';
import { withLocation } from '#data/media/testing/with-location.ts';
import { cropPicture, openPicture, turnPicture } from './picture-file.ts';

/** Red on the left, blue on the right. */
async function photo(): Promise<Blob> {
  const canvas = new OffscreenCanvas(80, 40);
  const context = canvas.getContext('2d')!;
  for (const [color, x] of [
    ['#f00', 0],
    ['#00f', 40],
  ] as const) {
    context.fillStyle = color;
    context.fillRect(x, 0, 40, 40);
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 1 });
  return new Blob([withLocation('image/jpeg', new Uint8Array(await blob.arrayBuffer()))], { type: 'image/jpeg' });
}

async function colorAt(image: CanvasImageSource, x: number, y: number): Promise<'red' | 'blue'> {
  const context = new OffscreenCanvas(100, 100).getContext('2d')!;
  context.drawImage(image, 0, 0);
  const [red = 0, , blue = 0] = context.getImageData(x, y, 1, 1).data;
  return red > blue ? 'red' : 'blue';
}

test('a picture is turned and cropped without a canvas of the page, and loses its metadata', async () => {
  const create = vi.spyOn(document, 'createElement');
  const turned = await turnPicture(await openPicture(await photo()));
  expect([turned.naturalWidth, turned.naturalHeight]).toEqual([40, 80]);
  expect(await colorAt(turned, 20, 10)).toBe('red');
  expect(await colorAt(turned, 20, 70)).toBe('blue');
  const part = await cropPicture(turned, { x: 0, y: 40, width: 40, height: 40 }, 20);
  const cropped = await createImageBitmap(part);
  expect([cropped.width, cropped.height]).toEqual([20, 20]);
  expect(await colorAt(cropped, 10, 10)).toBe('blue');
  expect(await part.text()).not.toMatch(/Exif|GPS/);
  expect(create).not.toHaveBeenCalledWith('canvas');
});

test('where the worker cannot decode a picture, the page draws it', async () => {
  const image = await openPicture(await photo());
  vi.stubGlobal(
    'Worker',
    class extends EventTarget {
      onerror = () => {};
      postMessage = () => this.onerror();
      terminate = () => {};
    },
  );
  const part = await cropPicture(image, { x: 40, y: 0, width: 40, height: 40 }, 40);
  vi.unstubAllGlobals();
  expect(await colorAt(await createImageBitmap(part), 20, 20)).toBe('blue');
});

import { expect, onTestFinished, test } from 'vitest';
import { addIosSplash } from './ios-splash.ts';

test('the launch screen matches the size of this screen, in light and dark, and shows the flag', async () => {
  onTestFinished(() => {
    for (const link of document.querySelectorAll('link[rel=apple-touch-startup-image]')) link.remove();
  });
  await addIosSplash();
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel=apple-touch-startup-image]')];
  expect(links.map((link) => /scheme: (\w+)/.exec(link.media)?.[1])).toEqual(['light', 'dark']);
  for (const link of links) {
    const image = new Image();
    image.src = link.href;
    await image.decode();
    expect(image.naturalWidth).toBe(Math.min(screen.width, screen.height) * devicePixelRatio);
    expect(image.naturalHeight).toBe(Math.max(screen.width, screen.height) * devicePixelRatio);
    const pen = new OffscreenCanvas(image.naturalWidth, image.naturalHeight).getContext('2d');
    pen?.drawImage(image, 0, 0);
    const pixel = (x: number, y: number) => [...(pen?.getImageData(x, y, 1, 1).data ?? [])].slice(0, 3).join();
    expect(pixel(0, 0)).not.toBe(pixel(image.naturalWidth / 2, Math.round(image.naturalHeight / 2 - 30)));
  }
});

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Browser } from 'playwright';

/** Edge of an avatar in px: three times as large as the largest on screen. */
const AVATAR = 240;
/** All files together have less than 400 kB. */
const QUALITY = 0.45;

/**
 * Draws the pictures of the example members as an upload would store them. As SVG, each would be a document whose
 * layout and filters cost the browser more than a member's photo does.
 */
export async function drawSeedPictures(browser: Browser, source: string, target: string): Promise<void> {
  const page = await browser.newPage();
  for (const file of await readdir(source)) {
    const svg = await readFile(join(source, file), 'utf8');
    const [width, height] = file.startsWith('av') ? [AVATAR, AVATAR] : sizeOf(file, svg);
    const content = await page.evaluate(encode, { svg, width, height, quality: QUALITY });
    await writeFile(join(target, file.replace('.svg', '.webp')), Buffer.from(content, 'base64'));
  }
  await page.close();
}

function sizeOf(file: string, svg: string): readonly [number, number] {
  const [, width, height] = /viewBox="\S+ \S+ (\d+) (\d+)"/.exec(svg) ?? [];
  if (!width || !height) throw new Error(`${file} has no viewBox.`);
  return [Number(width), Number(height)];
}

/** Runs in the page. */
async function encode(input: { svg: string; width: number; height: number; quality: number }): Promise<string> {
  const image = new Image(input.width, input.height);
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(input.svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width: input.width, height: input.height });
  canvas.getContext('2d')?.drawImage(image, 0, 0, input.width, input.height);
  return canvas.toDataURL('image/webp', input.quality).split(',')[1] ?? '';
}

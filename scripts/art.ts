import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { chromium } from 'playwright';

import { icoFile, pictures, readIcon, readShapes } from './art/icons.ts';
import { drawSeedClips } from './art/seed-clips.ts';
import { drawSeedPictures } from './art/seed-pictures.ts';
import { CHROMIUM_FLAGS, findChromium } from '../tests/support/chromium.ts';

/*
 * Draws favicon, app icons and shortcut icons into public/ from the app's own shapes, and the pictures of the example
 * members from scripts/art/seed. Run it by hand when the flag or a drawing changes: `node scripts/art.ts`. Needs a
 * Chromium.
 */
const ROOT = join(import.meta.dirname, '..');
const UI = join(ROOT, 'src/ui');

const shapes = await readShapes(join(UI, 'flag-shape.ts'));
const first = join(UI, 'icons/icons.tsx');
const icons = {
  compose: await readIcon(first, 'ComposeIcon'),
  outbox: await readIcon(first, 'OutboxIcon'),
  messages: await readIcon(first, 'MailIcon'),
  notifications: await readIcon(first, 'BellIcon'),
  range: await readIcon(first, 'RangeModeIcon'),
};

const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] });
try {
  for (const { path, px, svg } of pictures(shapes, icons)) {
    const target = join(ROOT, 'public', path);
    if (px === null) {
      await writeFile(target, svg);
      continue;
    }
    const page = await browser.newPage({ viewport: { width: px, height: px } });
    await page.setContent(`<style>body{margin:0}svg{display:block;width:100vw;height:100vh}</style>${svg}`);
    const png = await page.screenshot({ omitBackground: true });
    await writeFile(target, path.endsWith('.ico') ? icoFile(png, px) : png);
    await page.close();
  }
  await drawSeedPictures(browser, join(ROOT, 'scripts/art/seed'), join(ROOT, 'public/seed'));
  await drawSeedClips(browser, join(ROOT, 'public/seed'));
} finally {
  await browser.close();
}

import { join } from 'node:path';

import type { Browser } from '@playwright/test';

import { SCENES } from './scenes.ts';
import type { Look } from './scene.ts';
import { Studio } from './studio.ts';

const FOLDER = join(import.meta.dirname, '../../docs/pictures');

/** The README's pictures: scene, size and colour scheme. */
const PICTURES: readonly { file: string; scene: string; look: Look; scale: number }[] = [
  { file: 'feed-phone.png', scene: 'feed-waiting', look: { width: 390, height: 844, scheme: 'light' }, scale: 1.5 },
  { file: 'outbox-phone.png', scene: 'outbox-offline', look: { width: 390, height: 844, scheme: 'dark' }, scale: 1.5 },
  { file: 'feed-desk.png', scene: 'feed-member', look: { width: 1280, height: 900, scheme: 'light' }, scale: 1 },
];

/** Draws docs/pictures again. */
export async function takePictures(browser: Browser): Promise<void> {
  const studio = new Studio(browser);
  try {
    for (const { file, scene: name, look, scale } of PICTURES) {
      const scene = SCENES.find((one) => one.name === name);
      if (!scene) throw new Error(`${file} needs the scene ${name}, which does not exist.`);
      const stage = await studio.open(scene, look, scale);
      // A second time, for the content that loads after the feed.
      await stage.look(look);
      await stage.page.screenshot({ path: join(FOLDER, file) });
      await stage.close();
      console.log(`Drew docs/pictures/${file}.`);
    }
  } finally {
    await studio.dispose();
  }
}

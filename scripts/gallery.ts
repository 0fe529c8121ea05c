import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { chromium, type Browser } from '@playwright/test';

import { ensureChromium } from './browser.ts';
import { CHROMIUM_FLAGS } from './browser/find.ts';
import { buildApp, isBuilt } from './build.ts';
import { LOOKS, pictureName, writeContactSheets } from './gallery/contact-sheet.ts';
import { takePictures } from './gallery/pictures.ts';
import { SCENES } from './gallery/scenes.ts';
import type { Look, Scene, Stage } from './gallery/scene.ts';
import { Studio } from './gallery/studio.ts';

const USAGE = `npm run gallery -- [options]   draws every screen in every state

  --only <name,…>   only scenes whose name contains one of these
  --list            says which scenes there are
  --pictures        draws the README's pictures (docs/pictures) and nothing else`;

const FOLDER = join(import.meta.dirname, '../.cache/gallery');
/** Two cores: one page draws while the other waits for its data. */
const SIDE_BY_SIDE = 3;

/**
 * Makes the window as high as the page. A picture of more than the window is put together by Chromium from parts, and what sticks
 * to the window then stands in several of them.
 */
async function unroll(stage: Stage, look: Look): Promise<void> {
  const height = await stage.page.evaluate(() => {
    scrollTo(0, 0);
    const main = document.querySelector<HTMLElement>('#main');
    // They are as high as the window at least, with the footer below: the page would grow with its window.
    for (const part of [main, main?.parentElement]) {
      if (part) part.style.minHeight = `${innerHeight}px`;
    }
    return document.documentElement.scrollHeight;
  });
  if (height > look.height) await stage.look({ ...look, height });
}

async function drawScene(studio: Studio, scene: Scene): Promise<void> {
  const stage = await studio.open(scene);
  try {
    for (const look of LOOKS) {
      await stage.look(look);
      if (scene.isWhole) await unroll(stage, look);
      const path = join(FOLDER, pictureName(scene.name, look));
      await stage.page.screenshot({ path, caret: 'initial' });
    }
  } finally {
    await stage.close();
  }
}

/** Answers with the scenes that could not be drawn, and why. */
async function drawScenes(browser: Browser, scenes: readonly Scene[]): Promise<string[]> {
  const studio = new Studio(browser);
  const failures: string[] = [];
  const queue = [...scenes];
  const work = async (): Promise<void> => {
    for (let scene = queue.shift(); scene; scene = queue.shift()) {
      const { name } = scene;
      await drawScene(studio, scene).catch((error: Error) => failures.push(`${name}: ${error.message}`));
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    const drawn = scenes
      .map(({ name }) => name)
      .filter((name) => !failures.some((line) => line.startsWith(`${name}:`)));
    await writeContactSheets(browser, FOLDER, drawn);
  } finally {
    await studio.dispose();
  }
  return failures;
}

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    list: { type: 'boolean' },
    pictures: { type: 'boolean' },
    help: { type: 'boolean' },
  },
});
const names = values.only?.split(',') ?? [''];
const scenes = SCENES.filter(({ name }) => names.some((part) => name.includes(part)));

if (values.help) {
  console.log(USAGE);
} else if (values.list) {
  for (const { name } of SCENES) console.log(name);
} else if (scenes.length === 0) {
  console.error(`No scene is called ${values.only}. See --list.`);
  process.exitCode = 1;
} else {
  const start = performance.now();
  const executablePath = await ensureChromium();
  if (!(await isBuilt())) await buildApp();
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] });
  try {
    if (values.pictures) {
      await takePictures(browser);
    } else {
      if (values.only === undefined) await rm(FOLDER, { recursive: true, force: true });
      await mkdir(FOLDER, { recursive: true });
      const failures = await drawScenes(browser, scenes);
      for (const failure of failures) console.error(`✗ ${failure.replaceAll(/\n(?!Locator)[^\n]*/g, '')}`);
      const seconds = ((performance.now() - start) / 1000).toFixed(0);
      console.log(
        `Drew ${scenes.length - failures.length} of ${scenes.length} scenes: .cache/gallery/index.html. ${seconds} s`,
      );
      if (failures.length > 0) process.exitCode = 1;
    }
  } finally {
    await browser.close();
  }
}

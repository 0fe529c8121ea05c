import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { chromium, type Browser } from '@playwright/test';

import { ensureChromium } from '../browser.ts';
import { CHROMIUM_FLAGS } from '../../tests/support/chromium.ts';
import { buildApp, isBuilt } from '../build.ts';
import { ALL_SCHEMES, looksOf, pictureName, SCHEMES, writeContactSheets } from './contact-sheet.ts';
import { takePictures } from './pictures.ts';
import { SCENES } from './scenes.ts';
import type { Look, Scene, Stage } from './scene.ts';
import { Studio } from './studio.ts';

const FOLDER = join(import.meta.dirname, '../../.cache/gallery');
/** Two cores: one page renders while the other waits for its data. */
const SIDE_BY_SIDE = 3;

/**
 * Makes the window as high as the page. Chromium would stitch a larger picture from parts, and sticky elements would
 * appear several times.
 */
async function fitWindowToPage(stage: Stage, look: Look): Promise<void> {
  const height = await stage.page.evaluate(() => {
    scrollTo(0, 0);
    const main = document.querySelector<HTMLElement>('#main');
    // Elements with min-height 100vh would grow with the window.
    for (const part of [main, main?.parentElement]) {
      if (part) part.style.minHeight = `${innerHeight}px`;
    }
    return document.documentElement.scrollHeight;
  });
  if (height > look.height) await stage.look({ ...look, height });
}

type Schemes = readonly Look['scheme'][];

async function drawScene(studio: Studio, scene: Scene, schemes: Schemes): Promise<void> {
  const stage = await studio.open(scene);
  try {
    for (const look of looksOf(scene.name, schemes)) {
      await stage.look(look);
      if (scene.isWhole) await fitWindowToPage(stage, look);
      const path = join(FOLDER, pictureName(scene.name, look));
      await stage.page.screenshot({ path, caret: 'initial' });
    }
  } finally {
    await stage.close();
  }
}

/** Draws the scenes. Returns those that failed, with the reason. */
async function drawScenes(browser: Browser, scenes: readonly Scene[], schemes: Schemes): Promise<string[]> {
  const studio = new Studio(browser);
  const failures: string[] = [];
  const queue = [...scenes];
  const work = async (): Promise<void> => {
    for (let scene = queue.shift(); scene; scene = queue.shift()) {
      const { name } = scene;
      await drawScene(studio, scene, schemes).catch((error: Error) => failures.push(`${name}: ${error.message}`));
    }
  };
  try {
    await Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
    const drawn = scenes
      .map(({ name }) => name)
      .filter((name) => !failures.some((line) => line.startsWith(`${name}:`)));
    await writeContactSheets(browser, FOLDER, drawn, schemes);
  } finally {
    await studio.dispose();
  }
  return failures;
}

/**
 * Draws the scenes whose name contains one of `parts` into .cache/gallery; all of them when it is undefined.
 *
 * @param inAllLooks also for sun glare, from right to left and for gloves, and in 390 px
 */
export async function drawGallery(parts: readonly string[] | undefined, inAllLooks: boolean): Promise<boolean> {
  const scenes = SCENES.filter(({ name }) => !parts || parts.some((part) => name.includes(part)));
  if (scenes.length === 0) {
    console.error(`No scene is called ${parts?.join()}. See --list.`);
    return false;
  }
  const start = performance.now();
  return withBrowser(async (browser) => {
    if (!parts) await rm(FOLDER, { recursive: true, force: true });
    await mkdir(FOLDER, { recursive: true });
    const failures = await drawScenes(browser, scenes, inAllLooks ? ALL_SCHEMES : SCHEMES);
    for (const failure of failures) console.error(`✗ ${failure.replaceAll(/\n(?!Locator)[^\n]*/g, '')}`);
    const seconds = ((performance.now() - start) / 1000).toFixed(0);
    console.log(
      `Drew ${scenes.length - failures.length} of ${scenes.length} scenes: .cache/gallery/index.html. ${seconds} s`,
    );
    return failures.length === 0;
  });
}

/** Draws the pictures of the README. */
export function drawPictures(): Promise<void> {
  return withBrowser(takePictures);
}

async function withBrowser<T>(work: (browser: Browser) => Promise<T>): Promise<T> {
  const executablePath = await ensureChromium();
  if (!(await isBuilt())) await buildApp();
  const browser = await chromium.launch({ executablePath, args: [...CHROMIUM_FLAGS] });
  try {
    return await work(browser);
  } finally {
    await browser.close();
  }
}

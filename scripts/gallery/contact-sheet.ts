import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { Browser } from '@playwright/test';

import type { Look } from './scene.ts';

type Scheme = Look['scheme'];
export const SCHEMES: readonly Scheme[] = ['light', 'dark'];
/** Also sun glare, light from right to left, and gloves. */
export const ALL_SCHEMES: readonly Scheme[] = [...SCHEMES, 'glare', 'rtl', 'gloves', 'gloves-rtl'];

const LOOKS: readonly Look[] = ALL_SCHEMES.flatMap((scheme) => [
  { width: 360, height: 780, scheme },
  { width: 390, height: 844, scheme },
  { width: 768, height: 1024, scheme },
  { width: 769, height: 1024, scheme },
  { width: 1280, height: 800, scheme },
]);

/** From here the tables of staff and the wide ads are shown; every other screen changes at 768 px. */
const TABLE_WIDTH = 769;

/** The looks of a scene. */
export const looksOf = (scene: string, schemes: readonly Scheme[]): Look[] =>
  LOOKS.filter(({ scheme }) => schemes.includes(scheme))
    .filter(({ width }) => width !== TABLE_WIDTH || /^(admin|ad-|ads|feed-ad|orders)/.test(scene))
    .filter(({ width }) => width !== 390 || schemes === ALL_SCHEMES);

export const pictureName = (scene: string, { width, scheme }: Look): string => `${scene}-${width}-${scheme}.png`;

/** Scenes per sheet: as many as remain recognisable when the whole sheet is viewed. */
const SCENES_PER_SHEET = 3;
const ROW_HEIGHT = 500;

const STYLE = `body{margin:0;padding:8px;font:14px system-ui;background:#999;color:#000;width:max-content}
h2{font-size:15px;margin:8px 0 4px}figure{display:inline-block;margin:0 8px 0 0;vertical-align:top}img{height:${ROW_HEIGHT}px;display:block}`;

function html(title: string, scenes: readonly string[], schemes: readonly Scheme[]): string {
  const rows = scenes.map((scene) => {
    const figures = looksOf(scene, schemes).map((look) => {
      const file = pictureName(scene, look);
      return `<figure><a href="${file}"><img src="${file}" alt="${scene}, ${look.width} px, ${look.scheme}" loading="lazy"></a></figure>`;
    });
    return `<section><h2>${scene}</h2>${figures.join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title><style>${STYLE}</style>${rows.join('\n')}</html>`;
}

/**
 * Combines the pictures in `folder`: index.html with all of them, and sheet-<scheme>-<n>.png with a few each.
 *
 * @returns the names of the sheets
 */
export async function writeContactSheets(
  browser: Browser,
  folder: string,
  scenes: readonly string[],
  schemes: readonly Scheme[],
): Promise<string[]> {
  await writeFile(join(folder, 'index.html'), html('Rangeday, every screen', scenes, schemes));
  const page = await browser.newPage({ viewport: { width: 1480, height: 400 } });
  const sheets: string[] = [];
  for (const scheme of schemes) {
    for (let from = 0; from < scenes.length; from += SCENES_PER_SHEET) {
      const shown = scenes.slice(from, from + SCENES_PER_SHEET);
      const source = join(folder, '.sheet.html');
      await writeFile(source, html('sheet', shown, [scheme]).replaceAll(' loading="lazy"', ''));
      await page.goto(pathToFileURL(source).href, { waitUntil: 'load' });
      const name = `sheet-${scheme}-${String(from / SCENES_PER_SHEET + 1).padStart(2, '0')}.png`;
      await page.screenshot({ path: join(folder, name), fullPage: true });
      sheets.push(name);
    }
  }
  await page.close();
  return sheets;
}

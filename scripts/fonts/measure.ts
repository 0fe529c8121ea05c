import { readFile } from 'node:fs/promises';

import { chromium } from 'playwright';

import { CHROMIUM_FLAGS, findChromium } from '../../tests/support/chromium.ts';
import type { Face } from './faces.ts';

/** All as shares of the font size. */
export interface Measure {
  /** Width of the sample compared with Arial: the scale that makes Arial take the same space. */
  readonly size: number;
  readonly ascent: number;
  readonly descent: number;
}

/** English as in a feed: letters in their usual frequency, capitals, figures, punctuation. */
const SAMPLE =
  'Cold morning, 50 yd, no drift. Fog lifted at nine and we had the line to ourselves; see you Saturday at 7:30? The berm keeps the wind off, and Marge brings the coffee.';

/**
 * Measures each style of a typeface against its fallback font (Liberation Sans, which has Arial's and Helvetica's
 * widths) in a real browser, because only a browser sets text exactly.
 */
export async function measure(face: Face, woff2: string): Promise<Measure[]> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    const data = (await readFile(woff2)).toString('base64');
    return await page.evaluate(
      async ({ cuts, weight, stretch, url, sample }) => {
        const font = new FontFace('ours', `url(${url})`, { weight, ...(stretch ? { stretch } : {}) });
        document.fonts.add(await font.load());
        const set = (family: string, at: { weight: number; stretch: number }) => {
          const line = document.createElement('span');
          line.textContent = sample;
          line.style.cssText = `position:absolute;white-space:nowrap;font:${at.weight} 100px ${family};font-stretch:${at.stretch}%`;
          document.body.append(line);
          const { width } = line.getBoundingClientRect();
          line.remove();
          return width;
        };
        const pen = document.createElement('canvas').getContext('2d');
        if (!pen) throw new Error('No canvas.');
        pen.font = `${cuts[0]?.measuredAt.weight ?? 400} 100px ours`;
        const box = pen.measureText(sample);
        return cuts.map(({ measuredAt }) => ({
          size: set('ours', measuredAt) / set("'Liberation Sans'", measuredAt),
          ascent: box.fontBoundingBoxAscent / 100,
          descent: box.fontBoundingBoxDescent / 100,
        }));
      },
      {
        cuts: face.cuts,
        weight: face.weight,
        stretch: face.stretch,
        url: `data:font/woff2;base64,${data}`,
        sample: SAMPLE,
      },
    );
  } finally {
    await browser.close();
  }
}

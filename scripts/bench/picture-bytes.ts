import { chromium } from 'playwright';

import { IMAGE_LIMITS } from '#contract/media.ts';
import { CHROMIUM_FLAGS } from '../../tests/support/chromium.ts';
import { ensureChromium } from '../browser.ts';
import * as comparing from './pictures/compare.ts';
import * as drawing from './pictures/photographs.ts';
import type { Row } from './row.ts';

const PHOTOGRAPHS = 20;
/** Of the JPEG that the app writes (src/data/media/compress-jpeg.ts). */
const JPEG_QUALITY = 0.85;
/** With less saved, a second format is not worth its code. */
const LEAST_SAVED = 20;

/**
 * What WebP saves at equal SSIM over drawn photographs, in a real Chromium at the size of the app's pictures. Each was
 * stored by its camera as JPEG before, as those that members choose.
 */
export async function measurePictures(say: (line: string) => void): Promise<Row[]> {
  const browser = await chromium.launch({ executablePath: await ensureChromium(say), args: [...CHROMIUM_FLAGS] });
  try {
    const page = await browser.newPage();
    // Node has removed the types.
    const functions = [...Object.values(drawing), ...Object.values(comparing)];
    await page.addScriptTag({ content: functions.map(String).join('\n') });
    const all: comparing.Compared[] = [];
    for (let index = 0; index < PHOTOGRAPHS; index += 1) {
      const measured = await page.evaluate<comparing.Compared>(
        `comparePicture(${index}, ${IMAGE_LIMITS.side}, ${JPEG_QUALITY})`,
      );
      all.push(measured);
      const { kind, jpeg, webp, same } = measured;
      say(
        `  ${kind.padEnd(9)} JPEG ${jpeg.bytes} B, SSIM ${jpeg.ssim.toFixed(4)}; WebP at ${webp.quality}: ${webp.bytes} B, ` +
          `${webp.ssim.toFixed(4)} (${saved([measured]).toFixed(1)} % less); WebP at ${JPEG_QUALITY * 100}: ${same.bytes} B, ${same.ssim.toFixed(4)}`,
      );
    }
    const perKind = Object.entries(Object.groupBy(all, ({ kind }) => kind)).map(([kind, some]): Row => ({
      what: `${kind}: saved by WebP at equal SSIM`,
      value: saved(some ?? []),
      unit: '%',
    }));
    return [
      ...perKind,
      {
        what: `${PHOTOGRAPHS} photographs: saved by WebP at equal SSIM`,
        value: saved(all),
        unit: '%',
        goal: { least: LEAST_SAVED },
      },
    ];
  } finally {
    await browser.close();
  }
}

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0);

/** In percent of the bytes of the JPEGs. */
const saved = (all: readonly comparing.Compared[]): number =>
  100 * (1 - sum(all.map(({ webp }) => webp.bytes)) / sum(all.map(({ jpeg }) => jpeg.bytes)));

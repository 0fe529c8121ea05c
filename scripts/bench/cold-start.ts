import type { Page } from '@playwright/test';

import type { Device } from '../../tests/support/device.ts';

/** Records when the first post was painted, in milliseconds after navigation start. Runs in the page. */
function watchForPost(): void {
  const look = (): void => {
    if (document.querySelector('article')) {
      requestAnimationFrame(() => setTimeout(() => Object.assign(globalThis, { postPaintedAt: performance.now() })));
    } else {
      requestAnimationFrame(look);
    }
  };
  look();
}

/**
 * Restarts the browser `times` times with the data on the device, and returns the milliseconds from navigation start to the
 * first painted post.
 */
export async function measureColdStarts(device: Device, times: number): Promise<number[]> {
  const durations: number[] = [];
  for (let run = 0; run < times; run++) {
    await device.kill();
    await device.start();
    const page: Page = await device.page();
    await page.addInitScript(watchForPost);
    await page.goto('/', { waitUntil: 'commit' });
    const handle = await page.waitForFunction(() => (globalThis as { postPaintedAt?: number }).postPaintedAt);
    durations.push((await handle.jsonValue()) ?? Number.NaN);
  }
  return durations;
}

import type { Page } from '@playwright/test';

import type { Device } from '../../tests/e2e/support/device.ts';

/** Notes when the first post was painted, in milliseconds after the navigation began. Runs in the page. */
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
 * Starts the browser anew `times` times, each with nothing but what is on the device, and answers with the milliseconds
 * from navigation to the first painted post.
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

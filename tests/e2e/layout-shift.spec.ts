import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { shiftOfFaces, shiftsOf, watchShifts } from './support/shifts.ts';

// These tests are about a first visit.
test.use({ firstVisit: true });

/** Waits until the feed is complete, fonts and visible pictures are loaded, and two frames were painted. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  await page.evaluate(async () => {
    await Promise.all([...document.fonts].filter(({ status }) => status === 'loading').map(({ loaded }) => loaded));
    const near = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(near.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

for (const [size, viewport] of Object.entries({
  phone: { width: 360, height: 780 },
  desk: { width: 1280, height: 800 },
})) {
  test.describe(size, () => {
    test.use({ viewport });

    test('the feed has no layout shift on a first load or from its snapshot', async ({ page }) => {
      await page.addInitScript(watchShifts);
      // The faces load after the text was painted, as on a slow line.
      const isPainted = page.getByRole('article').first().waitFor();
      await page.route('**/*.woff2', async (route) => {
        await isPainted;
        await route.continue();
      });
      await page.goto('/', { waitUntil: 'domcontentloaded' });
      await settled(page);
      expect(await shiftsOf(page), 'cold').toEqual([]);
      expect(await shiftOfFaces(page), 'of the text, when its faces arrive').toBeLessThan(0.05);
      const faces = await page.evaluate(() =>
        ['1rem "Atkinson Next"', '700 1rem "Special Gothic"'].map((face) => document.fonts.check(face)),
      );
      expect(faces, 'both faces are drawn by now').toEqual([true, true]);

      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.reload();
      await settled(page);
      expect(await shiftsOf(page), 'from the snapshot').toEqual([]);
    });
  });
}

test('control: a layout shift is recorded', { tag: '@variant' }, async ({ page }) => {
  await page.addInitScript(watchShifts);
  await page.goto('/');
  await settled(page);
  await page.evaluate(() => {
    const block = document.createElement('div');
    block.style.height = '200px';
    document.querySelector('main')?.prepend(block);
  });
  await expect.poll(async () => (await shiftsOf(page)).length).toBeGreaterThan(0);
});

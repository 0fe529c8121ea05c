import { join } from 'node:path';

import { chromium, type Page } from 'playwright';

import { CHROMIUM_FLAGS, findChromium } from '../../tests/support/chromium.ts';

export interface Demo {
  readonly origin: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Screenshots for the install dialog: a phone, the same phone offline, and a desktop. The manifest contains the sizes
 * too.
 */
const SHOTS = [
  { file: 'narrow', width: 390, height: 844, scale: 2, offline: false },
  { file: 'narrow-offline', width: 390, height: 844, scale: 2, offline: true },
  { file: 'wide', width: 1280, height: 800, scale: 1, offline: false },
] as const;

/**
 * Takes screenshots of the running demo, logged in as its member, and writes them to `folder`.
 *
 * @throws if the feed does not appear
 */
export async function takeScreenshots(demo: Demo, folder: string): Promise<void> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: [...CHROMIUM_FLAGS] });
  try {
    for (const { file, width, height, scale, offline } of SHOTS) {
      const context = await browser.newContext({
        viewport: { width, height },
        deviceScaleFactor: scale,
        colorScheme: 'light',
        reducedMotion: 'reduce',
      });
      const page = await context.newPage();
      await logIn(page, demo);
      await page.locator('article img').first().waitFor();
      // On a wide screen the boards appear last.
      if (width > 1000) await page.locator('aside').getByText(/^#\w/).first().waitFor();
      await page.evaluate(async () => {
        await document.fonts.ready;
        await Promise.all(
          [...document.images].filter((image) => image.loading !== 'lazy').map((image) => image.decode()),
        );
      });
      if (offline) {
        await context.setOffline(true);
        await page
          .getByText(/^Offline/)
          .filter({ visible: true })
          .first()
          .waitFor();
      }
      await page.screenshot({ path: join(folder, `${file}.png`) });
      await context.close();
    }
  } finally {
    await browser.close();
  }
}

async function logIn(page: Page, { origin, email, password }: Demo): Promise<void> {
  await page.goto(`${origin}/login`);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Log In' }).click();
  await page
    .getByText(/^Online/)
    .filter({ visible: true })
    .first()
    .waitFor();
}

import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { openSlowLink, type SlowLink, type Speed } from '../../scripts/bench/slow-link.ts';
import { precachedFiles, workerFiles } from '../../scripts/build/precached.ts';
import { HostedCopy } from '../support/hosted-copy.ts';
import { expect, test as base } from './support/fixtures.ts';

const APP = join(import.meta.dirname, '../../dist/app');
/** The database alone is larger. */
const CUT_AFTER = 250_000;
const FAST: Speed = { roundTripMs: 0, bytesPerSecond: 1e9 };
const HERE = 'The app is stored on this device. It opens without signal.';

interface Line extends SlowLink {
  /** The address of the app over this line. */
  readonly app: string;
}

const test = base.extend<{ openLine: (speed: Speed) => Promise<Line> }>({
  // The app has this host and no backend.
  baseURL: undefined,
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
  openLine: async ({}, use) => {
    const host = await HostedCopy.start();
    const lines: SlowLink[] = [];
    await use(async (speed) => {
      const line = await openSlowLink(host.url, speed);
      lines.push(line);
      return Object.assign(line, { app: line.url.replace('127.0.0.1', 'localhost') });
    });
    await Promise.all(lines.map((line) => line.close()));
    await host.dispose();
  },
});

const untilInstalled = (page: Page) =>
  page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated', undefined, {
    timeout: 100_000,
  });

/** Bytes of a first visit that loses nothing: the app, its service worker and, once more, the page. */
async function bytesOfInstallation(): Promise<number> {
  const worker = await workerFiles(APP);
  return [...(await precachedFiles(APP)), ...worker].reduce((sum, { bytes }) => sum + bytes, 0);
}

test('a line that is cut again and again installs the app without a reload, and pays for a cut with a part', async ({
  newDevice,
  openLine,
}) => {
  const line = await openLine({ ...FAST, cut: { afterBytes: CUT_AFTER } });
  const phone = await newDevice({ url: line.app, firstVisit: true, expected: /./ });
  let page = await phone.page();
  await page.goto('/');
  await untilInstalled(page);
  // What the page loads besides, headers, and four or more cuts.
  expect(line.bytes.down).toBeLessThan(1.4 * (await bytesOfInstallation()));

  // The next start has no server, and knows that it needs none.
  await phone.kill();
  await line.close();
  await phone.start();
  page = await phone.page();
  await page.goto('/install');
  await expect(page.getByText(HERE)).toBeVisible();
});

test('an installation that is killed goes on with what it has stored', async ({ newDevice, openLine }) => {
  const speed: Speed = { roundTripMs: 20, bytesPerSecond: 250_000 };
  const line = await openLine(speed);
  const phone = await newDevice({ url: line.app, firstVisit: true, expected: /./ });
  for (const percent of [10, 50, 90]) {
    const page = await phone.page();
    await page.goto('/install');
    // By a script of the page: between two questions from here, it may be complete.
    await page.waitForFunction(
      (least) => Number(/(\d+) % of the app is stored/.exec(document.body.innerText)?.[1]) >= least,
      percent,
    );
    await phone.kill();
    await phone.start();
  }
  const before = line.bytes.down;
  const page = await phone.page();
  await page.goto('/install');
  await expect(page.getByText(HERE)).toBeVisible({ timeout: 30_000 });
  // The page itself, the worker, and what was under way.
  expect(line.bytes.down - before).toBeLessThan(0.4 * (await bytesOfInstallation()));
});

test('a device without room for the app says so, and stores it when there is room', async ({ newDevice, openLine }) => {
  const line = await openLine(FAST);
  const phone = await newDevice({ url: line.app, firstVisit: true, expected: /./ });
  const page = await phone.page();
  const browser = await page.context().newCDPSession(page);
  await browser.send('Storage.overrideQuotaForOrigin', { origin: line.app, quotaSize: 1_000_000 });
  await page.goto('/install');
  await expect(page.getByText(/^This device has no room for the app: \d+ % of it is stored\./)).toBeVisible();
  await browser.send('Storage.overrideQuotaForOrigin', { origin: line.app });
  await page.evaluate(() => dispatchEvent(new Event('online')));
  await expect(page.getByText(HERE)).toBeVisible({ timeout: 30_000 });
});

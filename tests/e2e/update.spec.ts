import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test as base } from './support/fixtures.ts';
import { HostedCopy } from './support/hosted-copy.ts';

const APP = join(import.meta.dirname, '../../dist/app');

const test = base.extend<{ host: HostedCopy }>({
  // The app has this host and no backend.
  baseURL: undefined,
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs from here
  host: async ({}, use) => {
    const host = await HostedCopy.start();
    await use(host);
    await host.dispose();
  },
});

test.use({ firstVisit: true });

/** Opens the app until its worker answers for it, and marks the page, so that a reload is seen. */
async function openControlled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
}

const isFirstLoad = (page: Page): Promise<boolean> => page.evaluate(() => 'isFirstLoad' in globalThis);

test('a new version waits for consent, then loads once', async ({ page, host }) => {
  await openControlled(page, host.url);
  await host.replace('sw.js', `${await readFile(join(APP, 'sw.js'), 'utf8')}\n// version B`);
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

  await expect(page.getByRole('region', { name: 'Notices' }).getByText('New version ready')).toBeVisible();
  expect(await isFirstLoad(page)).toBe(true);
  const isWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(await isWaiting()).toBe(true);

  await page.getByRole('button', { name: 'Reload' }).click();
  await page.waitForFunction(() => !('isFirstLoad' in globalThis));
  await expect(page.getByRole('main')).not.toBeEmpty();
  expect(await isWaiting()).toBe(false);
});

test('a bad worker is taken back by the kill switch', async ({ page, host }) => {
  await openControlled(page, host.url);
  await host.replace('sw.js', await readFile(join(APP, 'kill-switch.js'), 'utf8'));
  await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
  // It reloads the page, which then registers the worker of this address again: by now that is the switch itself.
  await page.waitForFunction(() => !('isFirstLoad' in globalThis));
  await expect(page.getByRole('main')).not.toBeEmpty();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual([]);
});

test('a chunk that no longer exists is an error, never the page', async ({ host }) => {
  const answer = await fetch(`${host.url}/assets/old-12345678.js`, { headers: { accept: '*/*' } });
  expect(answer.status).toBe(404);
});

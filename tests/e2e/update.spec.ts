import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { Page } from '@playwright/test';

import { expect, test as base } from './support/fixtures.ts';
import { installNewVersion } from './support/new-version.ts';
import { HostedCopy } from '../support/hosted-copy.ts';

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

/** Opens the app, waits until its service worker controls it, and marks the page so that a reload can be detected. */
async function openControlled(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await page.evaluate(() => Object.assign(globalThis, { isFirstLoad: true }));
}

const isFirstLoad = (page: Page): Promise<boolean> => page.evaluate(() => 'isFirstLoad' in globalThis);

/** Not by `waitForFunction`, which waits for frames: a page in the background has none. */
const waitForReload = (page: Page): Promise<void> =>
  expect(async () => expect(await isFirstLoad(page)).toBe(false)).toPass({ timeout: 30_000 });

test('a new version waits for the member’s consent, then all tabs load it together', async ({ page, host }) => {
  await openControlled(page, host.url);
  const other = await page.context().newPage();
  await openControlled(other, host.url);
  const worker = await readFile(join(APP, 'sw.js'), 'utf8');
  await host.replace('sw.js', `${worker}\n// version B`);
  await installNewVersion(page);

  const note = page.getByRole('region', { name: 'New version' });
  await expect(note).toBeVisible();
  await expect(other.getByRole('region', { name: 'New version' })).toBeVisible();
  expect(await isFirstLoad(page)).toBe(true);
  // The chunks of this version stay until then, without the server.
  const chunks = () =>
    page.evaluate(
      async () => (await caches.match(document.querySelector<HTMLScriptElement>('script[type=module]')!.src))?.status,
    );
  expect(await chunks()).toBe(200);
  const isWaiting = () => page.evaluate(async () => (await navigator.serviceWorker.ready).waiting !== null);
  expect(await isWaiting()).toBe(true);

  // Screens that were not opened yet still open in the old version, whose files are gone from the host.
  await host.remove('assets');
  await other.getByRole('navigation').getByRole('link', { name: 'Members' }).first().click();
  await expect(other.getByRole('heading', { level: 1, name: 'Members' })).toBeVisible();
  expect(await isFirstLoad(other)).toBe(true);

  // The settings still offer it.
  await note.getByRole('button', { name: 'Later' }).click();
  await expect(note).toBeHidden();
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).first().click();

  // An upload of the file that was seen halfway does not answer; the whole one needs no second consent.
  await host.replace('sw.js', '');
  await installNewVersion(page);
  const reload = page.getByRole('main').getByRole('button', { name: 'Reload' });
  await reload.click();
  await expect(reload).toHaveAttribute('aria-busy', 'true');
  await host.replace('sw.js', `${worker}\n// version C`);
  // The reload ends it.
  void installNewVersion(page).catch(() => {});
  for (const tab of [page, other]) {
    await waitForReload(tab);
    await expect(tab.getByRole('main')).not.toBeEmpty();
  }
  expect(await isWaiting()).toBe(false);
});

test('the kill switch removes a bad service worker', async ({ page, host }) => {
  await openControlled(page, host.url);
  await host.replace('sw.js', await readFile(join(APP, 'kill-switch.js'), 'utf8'));
  // It reloads the page, which ends this call and registers the worker again: by now the kill switch.
  void installNewVersion(page).catch(() => {});
  await waitForReload(page);
  await expect(page.getByRole('main')).not.toBeEmpty();
  // Not `poll`, which fails at once when another reload ends the evaluation.
  await expect(async () => expect(await page.evaluate(() => caches.keys())).toEqual([])).toPass({ timeout: 30_000 });
});

test('a missing chunk is a 404 and never the HTML page', async ({ host }) => {
  const answer = await fetch(`${host.url}/assets/old-12345678.js`, { headers: { accept: '*/*' } });
  expect(answer.status).toBe(404);
});

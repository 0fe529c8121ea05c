import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { logIn, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

const paper = (page: Page) => page.getByRole('main').evaluate((main) => getComputedStyle(main).backgroundColor);
const rootSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

test('theme and text size apply at once, persist, and are set before the first frame', async ({ newDevice }) => {
  const page = await (await newDevice()).page();
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { theme, textSize } = document.documentElement.dataset;
      Object.assign(globalThis, { firstFrame: { theme, textSize } });
    });
  });
  await page.goto('/settings');
  const before = await paper(page);
  await page.getByRole('radio', { name: /^Dusk/ }).check();
  const dusk = await paper(page);
  expect(dusk).not.toBe(before);
  await page.getByRole('radio', { name: /^Sun glare/ }).check();
  expect(await paper(page)).toBe('rgb(255, 255, 255)');
  await page.getByRole('radio', { name: /^Dusk/ }).check();
  await expect(page.locator('meta[name="theme-color"]').first()).toHaveAttribute('content', '#2b303c');
  const size = await rootSize(page);
  await page.getByRole('radio', { name: 'Largest' }).check();
  expect(await rootSize(page)).toBeCloseTo(size * 1.5);

  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await paper(page)).toBe(dusk);
  expect(await page.evaluate(() => (globalThis as { firstFrame?: unknown }).firstFrame)).toEqual({
    theme: 'dark',
    textSize: 'largest',
  });
});

test('other tabs follow a change of theme', async ({ newDevice }) => {
  const device = await newDevice();
  const one = await device.page();
  await one.goto('/settings');
  const other = await device.page();
  await other.goto('/');
  await one.getByRole('radio', { name: /^Dusk/ }).check();
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('a member downloads their data', async ({ page, backend }) => {
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  await page.goto('/settings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save my data' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('rangeday-data.json');
  expect(await readFile(await download.path(), 'utf8')).toContain(member.email);
});

test('deleting an account clears the device, and can be cancelled until it is due', async ({ newDevice, backend }) => {
  const page = await (await newDevice()).page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  await expect(page.getByRole('banner').getByText('Signed in as @user_')).toBeVisible();
  const accounts = () =>
    backend.query<{ id: string }>(
      'select d.user_id as id from public.account_deletions d join auth.users u on u.id = d.user_id where u.email = $1',
      [member.email],
    );
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete your account?' });
  await question.getByRole('button', { name: 'Keep it' }).click();
  expect(await accounts()).toHaveLength(0);

  await page.getByRole('button', { name: 'Delete my account' }).click();
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText(/Your account will be deleted on/).first()).toBeVisible();
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  const [row] = await accounts();
  expect(row).toBeDefined();
  const files = await page.evaluate(async () => {
    const names: string[] = [];
    const root = await navigator.storage.getDirectory();
    // TypeScript's DOM library lacks this iterator.
    for await (const name of (root as unknown as { keys(): AsyncIterable<string> }).keys()) names.push(name);
    return [...names, ...(await indexedDB.databases()).map(({ name }) => name ?? '')];
  });
  expect(files.filter((name) => name.includes(row!.id))).toEqual([]);

  await logIn(page, member);
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Your account will be deleted in 28 days' })).toBeVisible();
  await page.getByRole('button', { name: 'Keep my account' }).click();
  await expect(page.getByRole('button', { name: 'Delete my account' })).toBeVisible();
  expect(await accounts()).toHaveLength(0);
});

import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { arrived, writeWithPhoto } from './support/photo-post.ts';
import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

const paper = (page: Page) => page.getByRole('main').evaluate((main) => getComputedStyle(main).backgroundColor);
const rootSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

test('theme and text size apply at once, also in other tabs, persist, and are set before the first frame', async ({
  newDevice,
}) => {
  const device = await newDevice();
  const page = await device.page();
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { theme, textSize } = document.documentElement.dataset;
      Object.assign(globalThis, { firstFrame: { theme, textSize } });
    });
  });
  await page.goto('/settings');
  const before = await paper(page);
  const other = await device.page();
  await other.goto('/about');
  await page.getByRole('radio', { name: /^Dusk/ }).check();
  const dusk = await paper(page);
  await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark');
  await other.close();
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

test('clearing pictures frees their space and keeps the draft', async ({ page, backend }) => {
  await openSignedIn(page, backend, await register(backend));
  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept while clearing');
  await expect(page.getByText('Draft saved on this device')).toBeVisible();
  // A picture as the service worker stores it.
  await page.evaluate(async () => {
    const cache = await caches.open('rangeday-seen-v1');
    await cache.put(
      '/seed/seen.png',
      new Response(new Uint8Array(3_000_000), { headers: { 'content-type': 'image/png' } }),
    );
  });
  // On a phone there is no list of members beside the page, whose pictures may arrive when the others were cleared.
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto('/settings');
  await page.getByRole('link', { name: /^Storage/ }).click();
  const main = page.getByRole('main');
  await expect(page.getByRole('heading', { level: 1, name: 'Storage' })).toBeVisible();
  const line = (name: string) => main.getByRole('listitem').filter({ hasText: name });
  await expect(line('Drafts')).toContainText('1 draft. Never cleared.');
  await expect(line('Waiting to be sent')).toContainText('Nothing.');
  await expect(line('Posts, comments, messages')).toContainText(/[\d.]+ (kB|MB)/);
  await expect(line('The app itself')).toContainText(/[\d.]+ MB/);
  await expect(line('Pictures')).toContainText(/[3-9]\.\d MB/);
  await main.getByRole('button', { name: 'Clear pictures' }).click();
  const question = page.getByRole('alertdialog', { name: 'Clear pictures?' });
  await question.getByRole('button', { name: 'Keep' }).click();
  await expect(line('Pictures')).toContainText(/[3-9]\.\d MB/);
  await main.getByRole('button', { name: 'Clear pictures' }).click();
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(/MB freed\./).first()).toBeVisible();
  await expect(main.getByText('Nothing to clear now.')).toBeVisible();
  await expect(line('Drafts')).toContainText('1 draft');
  await page.goto('/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept while clearing');

  // Offline, with a post and its photo in the outbox.
  const title = `Waits while clearing ${Date.now()}`;
  await page.goto('/');
  await backend.kill();
  await writeWithPhoto(page, title, 400);
  await page.evaluate(async () => {
    const cache = await caches.open('rangeday-seen-v1');
    await cache.put('/seed/seen.png', new Response(new Uint8Array(3_000_000)));
  });
  await page.goto('/settings/storage');
  await expect(line('Waiting to be sent')).toContainText('in the outbox. Never cleared.');
  await main.getByRole('button', { name: 'Clear pictures' }).click();
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(/MB freed\./).first()).toBeVisible();
  await page.reload();
  await backend.start();
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);
});

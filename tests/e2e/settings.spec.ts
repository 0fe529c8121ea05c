import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

import { call, signIn } from '../support/api.ts';
import { arrived, writeWithPhoto } from './support/photo-post.ts';
import { expect, test, unique } from './support/stage.ts';
import { visit } from '../support/visit.ts';

const paper = (page: Page) => page.getByRole('main').evaluate((main) => getComputedStyle(main).backgroundColor);
const rootSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.documentElement).fontSize));

test('theme, text size and gloves apply at once, also in other tabs, persist, and are set before the first frame', async ({
  newDevice,
}) => {
  const device = await newDevice();
  const page = await device.page();
  await page.addInitScript(() => {
    requestAnimationFrame(() => {
      const { theme, textSize } = document.documentElement.dataset;
      const hit = getComputedStyle(document.documentElement).getPropertyValue('--hit');
      Object.assign(globalThis, { firstFrame: { theme, textSize, hit } });
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
  const gloves = page.getByRole('switch', { name: 'Gloves' });
  await gloves.check();
  await expect
    .poll(async () => (await gloves.locator('xpath=ancestor::label').boundingBox())?.height)
    .toBeGreaterThanOrEqual(64);
  const size = await rootSize(page);
  await page.getByRole('radio', { name: 'Largest' }).check();
  expect(await rootSize(page)).toBeCloseTo(size * 1.5);

  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await paper(page)).toBe(dusk);
  expect(await page.evaluate(() => (globalThis as { firstFrame?: unknown }).firstFrame)).toEqual({
    theme: 'dark',
    textSize: 'largest',
    hit: '64px',
  });
});

test('clearing pictures frees their space and keeps the draft', async ({ page, network, backend }) => {
  await visit(page, '/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill('Kept while clearing');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
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
  // A load, which ends that of the feed's pictures.
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
  await visit(page, '/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Kept while clearing');

  // Offline, with a post and its photo in the outbox.
  const title = unique('Waits while clearing');
  await visit(page, '/');
  await network.down();
  await writeWithPhoto(page, title, 400);
  await page.evaluate(async () => {
    const cache = await caches.open('rangeday-seen-v1');
    await cache.put('/seed/seen.png', new Response(new Uint8Array(3_000_000)));
  });
  await visit(page, '/settings/storage');
  await expect(line('Waiting to be sent')).toContainText('in the outbox. Never cleared.');
  await main.getByRole('button', { name: 'Clear pictures' }).click();
  await question.getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText(/MB freed\./).first()).toBeVisible();
  await page.reload();
  await network.up();
  await expect.poll(() => arrived(backend, title)).toEqual([{ status: 'live', files: 1 }]);
});

test('a member downloads their data and files as a zip, and is told of a file that is missing', async ({
  page,
  member,
  network,
  backend,
}) => {
  const { access_token: token, user } = await signIn(backend, member);
  const post = randomUUID();
  const op = { op: 'PUT', table: 'posts', id: post, data: { title: 'Exported', visibility: 'public' } };
  const actions = [{ action_id: randomUUID(), created_at: new Date().toISOString(), ops: [op] }];
  await call(backend, '/rest/v1/rpc/apply_crud', { batch: { v: 1, actions } }, token);
  // A picture of 1 × 1 pixels.
  const picture = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  );
  const upload = await fetch(`${backend.url}/storage/v1/object/post-images/${post}/a.png`, {
    method: 'POST',
    headers: {
      apikey: backend.addresses.SUPABASE_ANON_KEY,
      authorization: `Bearer ${token}`,
      'content-type': 'image/png',
    },
    body: picture,
  });
  expect(upload.status, await upload.text()).toBe(200);
  const save = async (toast: string | RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save my data' }).click(),
    ]);
    // It is there for four seconds.
    await expect(page.getByText(toast).first()).toBeVisible();
    expect(download.suggestedFilename()).toBe('rangeday-data.zip');
    return unzipSync(await readFile(await download.path()));
  };
  const offline = page.getByRole('alert').getByText('You are offline. Try again when you are online.');
  await visit(page, '/settings');
  await network.down();
  await page.getByRole('button', { name: 'Save my data' }).click();
  await expect(offline).toBeVisible();
  await network.up();
  const files = await save('Your data was saved as rangeday-data.zip.');
  await expect(offline).toBeHidden();
  expect(JSON.parse(strFromU8(files['account.json']!))).toMatchObject({ email: member.email });
  expect(JSON.parse(strFromU8(files['posts.json']!))).toContainEqual(
    expect.objectContaining({ id: post, title: 'Exported' }),
  );
  expect(Buffer.from(files[`files/post-images/${post}/a.png`]!)).toEqual(picture);
  expect(strFromU8(files['README.txt']!)).toContain('Your data on Rangeday.');
  expect(Object.keys(files)).not.toContain('files-that-failed.txt');

  await backend.query("insert into storage.objects (bucket_id, name, owner_id) values ('post-images', $1, $2)", [
    `${post}/gone.png`,
    user.id,
  ]);
  const again = await save(/^1 file could not be downloaded\./);
  expect(strFromU8(again['files-that-failed.txt']!)).toContain(`files/post-images/${post}/gone.png`);
  expect(Object.keys(again)).toContain(`files/post-images/${post}/a.png`);
});

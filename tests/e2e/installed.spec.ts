import type { Page } from '@playwright/test';

import { fillLogIn, register } from '../support/member.ts';
import { expect, test } from './support/fixtures.ts';
import { takePhoto } from '../support/photos.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

type File = Awaited<ReturnType<typeof takePhoto>>;

/** Sends what the system sends when a member chooses Rangeday in the share sheet of another app. */
async function share(page: Page, url: string, words: Record<string, string>, files: readonly File[]): Promise<void> {
  await page.evaluate(
    ([action, all]) => {
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', enctype: 'multipart/form-data', action, hidden: true });
      const add = (about: object): void => form.append(Object.assign(document.createElement('input'), about));
      for (const [name, value] of Object.entries(all)) add({ type: 'hidden', name, value });
      add({ type: 'file', name: 'files', multiple: true, id: 'shared-files' });
      document.body.append(form);
    },
    [`${url}/share`, words] as const,
  );
  await page.locator('#shared-files').setInputFiles([...files]);
  await page.evaluate(() => document.querySelector<HTMLFormElement>('form[action$="/share"]')?.submit());
}

test('a share of words and photos becomes a draft, after a cold start and a log-in, and Back closes a sheet before it leaves', async ({
  newDevice,
  backend,
}) => {
  const member = await register(backend);
  const phone = await newDevice();
  let page = await phone.page();
  await page.goto('/about');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  const browser = await page.context().newCDPSession(page);
  expect((await browser.send('Page.getInstallabilityErrors')).installabilityErrors).toEqual([]);
  expect((await browser.send('Page.getAppManifest')).errors).toEqual([]);
  const photos = [await takePhoto(page, 320), await takePhoto(page, 200)];

  // Nothing of the app runs: no page, and no worker.
  await phone.kill();
  await phone.start();
  page = await phone.page();
  await share(
    page,
    backend.url,
    { title: 'A report', text: 'Worth reading', url: 'https://example.test/range' },
    photos,
  );
  await expect(page).toHaveURL(/\/login\?next=/);
  await fillLogIn(page, member);
  await expect(page).toHaveURL(/\/create-post$/);
  await expect(page.getByText('2 photos arrived in this new draft')).toBeVisible();
  const title = page.getByRole('textbox', { name: 'Title' });
  await expect(title).toHaveValue('A report');
  await expect(page.getByRole('textbox', { name: 'Text' })).toHaveValue('Worth reading\nhttps://example.test/range');

  // Back leaves the app, also while the photos are being reduced, and the next start has all of it once.
  await page.goBack();
  await expect(page).toHaveURL('about:blank');
  await page.goto('/create-post');
  await expect(title).toHaveValue('A report');
  await expect(page.getByText('Location removed from 2 photos')).toBeVisible();
  await expect(page.getByRole('button', { name: /Remove photo/ })).toHaveCount(2);

  await share(page, backend.url, {}, [await takePhoto(page, 240)]);
  await expect(page.getByText('1 photo arrived in this new draft')).toBeVisible();
  await expect(title).toHaveValue('');
  await expect(page.getByText('Location removed from 1 photo')).toBeVisible();
  await page.getByRole('button', { name: 'Put them in another draft' }).click();
  const sheet = page.getByRole('dialog', { name: 'Put them in another draft' });
  await sheet.getByRole('button', { name: 'Continue: A report' }).click();
  await expect(title).toHaveValue('A report');
  await expect(page.getByRole('button', { name: /Remove photo/ })).toHaveCount(3);

  // Taken once: it does not arrive again.
  await page.reload();
  await expect(page.getByRole('button', { name: /Remove photo/ })).toHaveCount(3);
  await expect(page.getByText('arrived')).toHaveCount(0);

  await page.getByRole('link', { name: 'Close' }).click();
  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toBeHidden();
  await expect(page).toHaveURL(/\/create-post$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/$/);
});

test('range mode saves rows and pictures of a member, which are shown without a server, and clearing frees them', async ({
  newDevice,
  backend,
  network,
}) => {
  const page = await (await newDevice({ url: network.url, expected: /ERR_FAILED/ })).page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  await backend.query(
    `select private.befriend((select id from profiles where email = $1), (select id from profiles where username = 'wren_holloway'))`,
    [member.email],
  );
  // What the shortcut on the home screen opens.
  await visit(page, '/settings/range');
  await expect(page).toHaveTitle(/^(\(\d+\) )?Range mode · Rangeday$/);
  await page.getByText('10 MB', { exact: true }).click();
  await expect(page.getByRole('radio', { name: '10 MB' })).toBeChecked();
  await page.getByRole('button', { name: /^Pack for the range/ }).click();
  // The button is at the end of the page.
  await expect(page.getByText('Packed. Ready for the range')).toBeInViewport();
  const held = page.getByRole('list', { name: 'What this device holds' }).getByRole('listitem');
  const photos = held.filter({ hasText: 'Photos' });
  // Not all: posts of other tests in this backend may have a picture that cannot be loaded.
  await expect(photos).toContainText(/[1-9]\d* (?:photos|of \d+ held)/);
  await expect(held.filter({ hasText: 'Friends' })).toContainText(/[1-9] friends?/);

  await network.down();
  await page.getByRole('link', { name: 'Feed' }).first().click();
  // A picture far down, which no screen has shown.
  const isShown = () =>
    page.evaluate(async () => {
      const cache = await caches.open('rangeday-seen-packed-v1');
      const last = (await cache.keys()).at(-1);
      const image = new Image();
      image.src = last?.url ?? '';
      await image.decode();
      return image.naturalWidth;
    });
  expect(await isShown()).toBeGreaterThan(1);
  // No screen has shown this profile either.
  await page.goto('/user/wren_holloway');
  await expect(page.getByRole('main').getByRole('heading', { level: 1, name: '@wren_holloway' })).toBeVisible();
  await expect(page.getByRole('main')).toContainText('First ten of the winter');
  await page.goto('/settings/range');
  await expect(page.getByText('Packed. Ready for the range')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pack again' })).toBeDisabled();

  // Without a load, after which the pictures on screen would be stored once more.
  const avatars = page.getByRole('complementary', { name: 'Sidebar' }).locator('img');
  await expect
    .poll(() =>
      avatars.evaluateAll((all) => all.length > 0 && all.every((each) => (each as HTMLImageElement).complete)),
    )
    .toBe(true);
  await page.getByRole('link', { name: 'Settings' }).first().click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Storage/ })
    .click();
  await page.getByRole('button', { name: 'Clear pictures' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Clear', exact: true }).click();
  await expect(page.getByText('Nothing to clear now.')).toBeVisible();
  expect(await page.evaluate(() => caches.has('rangeday-seen-packed-v1'))).toBe(false);
});

import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry, expectSent, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

/** Offline, the service worker logs pictures that it has not cached. */
const OFFLINE = { expected: /ERR_FAILED/ };

test('drafts survive Back, a reload and a killed browser while offline', async ({ newDevice, backend }) => {
  const phone = await newDevice(OFFLINE);
  let page = await phone.page();
  await openSignedIn(page, backend, await register(backend));
  const title = `Draft ${Date.now()}`;
  await writePost(page, title);
  await expectSent(page, title);
  await backend.kill();

  await page.getByRole('link', { name: 'New post' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill('Half a thought');
  await page.getByRole('button', { name: 'Who sees it' }).click();
  await page.getByRole('radio', { name: 'Friends' }).first().check();
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await page.goBack();
  await entry(page, title).getByRole('link', { name: title }).click();
  await page.getByLabel('Comment on this post').fill('Half a comment');
  const address = page.url();
  await page.reload();
  await expect(page.getByLabel('Comment on this post')).toHaveValue('Half a comment');

  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto(address);
  await expect(page.getByLabel('Comment on this post')).toHaveValue('Half a comment');
  await page.goto('/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Half a thought');
  await expect(page.getByRole('button', { name: 'Who sees it Friends' })).toBeVisible();
});

/** Blocks writes of drafts until the page is closed, as on a busy device. */
const holdDrafts = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const { name } = (await indexedDB.databases()).find((known) => known.name?.startsWith('rangeday-local-'))!;
    const open = indexedDB.open(name!);
    await new Promise((resolve) => (open.onsuccess = resolve));
    const store = open.result.transaction('drafts', 'readwrite').objectStore('drafts');
    await new Promise<void>((resolve) => {
      const keepBusy = () => {
        store.count().onsuccess = keepBusy;
        resolve();
      };
      store.count().onsuccess = keepBusy;
    });
  });

test('text typed just before a reload survives although the device could not write it in time', async ({
  newDevice,
  backend,
}) => {
  const page = await (await newDevice()).page();
  await openSignedIn(page, backend, await register(backend));
  await page.goto('/create-post');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Half');
  await expect(page.getByText(/^Draft saved \d/)).toBeVisible();
  await holdDrafts(page);
  await title.fill('Half a thought');
  await page.reload();
  await expect(title).toHaveValue('Half a thought');
  await page.reload();
  await expect(title).toHaveValue('Half a thought');
  // The other key says that this installation has gifs.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'rangeday-gifs'))).toEqual([]);
});

test('drafts are listed, can be discarded and restored, and leave the list when sent', async ({
  newDevice,
  backend,
}) => {
  const page = await (await newDevice(OFFLINE)).page();
  await openSignedIn(page, backend, await register(backend));
  await page.goto('/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill('First idea');
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page.getByRole('button', { name: 'Start a new one' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  const second = `Second idea ${Date.now()}`;
  await page.getByRole('textbox', { name: 'Title' }).fill(second);

  await page.getByRole('button', { name: 'Drafts (2)' }).click();
  await page.getByRole('button', { name: 'Discard: First idea' }).click();
  await expect(page.getByRole('button', { name: 'Continue: First idea' })).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Continue: First idea' }).click();
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First idea');
  await page.getByRole('button', { name: 'Drafts (2)' }).click();
  await page.getByRole('button', { name: `Continue: ${second}` }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(entry(page, second)).toBeVisible();
  await page.goto('/create-post');
  await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('First idea');
  await expect(page.getByRole('button', { name: 'Drafts (1)' })).toBeVisible();
});

test('two tabs keep separate drafts', async ({ newDevice, backend }) => {
  const device = await newDevice(OFFLINE);
  const one = await device.page();
  await openSignedIn(one, backend, await register(backend));
  await one.goto('/create-post');
  await one.getByRole('textbox', { name: 'Title' }).fill('In the first tab');
  const two = await device.page();
  await two.goto('/create-post');
  await expect(two.getByRole('textbox', { name: 'Title' })).toHaveValue('');
  await two.getByRole('textbox', { name: 'Title' }).fill('In the second tab');
  await expect(one.getByRole('button', { name: 'Drafts (2)' })).toBeVisible();
  await two.getByRole('button', { name: 'Drafts (2)' }).click();
  await two.getByRole('button', { name: 'Continue: In the first tab' }).click();
  await expect(
    two.getByRole('region', { name: 'Notices' }).getByText('This draft is open in another tab.'),
  ).toBeVisible();
  await expect(one.getByRole('textbox', { name: 'Title' })).toHaveValue('In the first tab');
});

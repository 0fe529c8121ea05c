import type { Page } from '@playwright/test';

import { entry, expectSent, writePost } from '../support/member.ts';
import { expect, test, unique } from './support/stage.ts';
import { visit } from '../support/visit.ts';

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

test('drafts survive Back, a killed browser, and a reload that the device is too slow for, while offline', async ({
  page: first,
  phone,
  network,
}) => {
  let page = first;
  const title = unique('Draft');
  await writePost(page, title);
  await expectSent(page, title);
  await network.down();

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
  await visit(page, '/create-post');
  const field = page.getByRole('textbox', { name: 'Title' });
  await expect(field).toHaveValue('Half a thought');
  await expect(page.getByRole('button', { name: 'Who sees it Friends' })).toBeVisible();

  // Typed just before a reload, when the device could not write it in time.
  await holdDrafts(page);
  await field.fill('Half a thought and more');
  await page.reload();
  await expect(field).toHaveValue('Half a thought and more');
  await page.reload();
  await expect(field).toHaveValue('Half a thought and more');
  // The other key says that this installation has gifs.
  expect(await page.evaluate(() => Object.keys(localStorage).filter((key) => key !== 'rangeday-gifs'))).toEqual([]);
});

test('drafts are listed, can be discarded and restored, are open in one tab only, and leave the list when sent', async ({
  page,
  phone,
}) => {
  const title = page.getByRole('textbox', { name: 'Title' });
  await visit(page, '/create-post');
  await title.fill('First idea');
  await page.getByRole('button', { name: 'Drafts (1)' }).click();
  await page.getByRole('button', { name: 'Start a new one' }).click();
  await expect(title).toHaveValue('');
  const second = unique('Second idea');
  await title.fill(second);

  await page.getByRole('button', { name: 'Drafts (2)' }).click();
  await page.getByRole('button', { name: 'Discard: First idea' }).click();
  await expect(page.getByRole('button', { name: 'Continue: First idea' })).toBeHidden();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Continue: First idea' }).click();
  await expect(title).toHaveValue('First idea');
  await page.getByRole('button', { name: 'Drafts (2)' }).click();
  await page.getByRole('button', { name: `Continue: ${second}` }).click();
  await expect(title).toHaveValue(second);

  // Another tab opens the draft that is free, and not this one.
  const tab = await phone.page();
  await tab.goto('/create-post');
  await expect(tab.getByRole('textbox', { name: 'Title' })).toHaveValue('First idea');
  await tab.getByRole('button', { name: 'Drafts (2)' }).click();
  await tab.getByRole('button', { name: `Continue: ${second}` }).click();
  await expect(
    tab.getByRole('region', { name: 'Notices' }).getByText('This draft is open in another tab.'),
  ).toBeVisible();
  await tab.getByRole('button', { name: 'Drafts (2)' }).click();
  await tab.getByRole('button', { name: 'Start a new one' }).click();
  await tab.getByRole('textbox', { name: 'Title' }).fill('In the second tab');
  await expect(page.getByRole('button', { name: 'Drafts (3)' })).toBeVisible();
  await expect(title).toHaveValue(second);

  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await expect(entry(page, second)).toBeVisible();
  await visit(page, '/create-post');
  await expect(title).toHaveValue('First idea');
  await expect(page.getByRole('button', { name: 'Drafts (2)' })).toBeVisible();
});

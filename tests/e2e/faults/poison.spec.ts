import type { Page } from '@playwright/test';

import type { Backend } from '../../support/backend.ts';
import { uploadsOf } from '../support/faults.ts';
import { entry, expectSent, writePost } from '../../support/member.ts';
import { expect, expectSyncContinues, open, rowsOf, test, unique } from '../support/stage.ts';

test.use({ ownMember: true });

const REASON = 'The range officer does not allow this title.';

/**
 * Makes the database reject one title with a message, as it does for a violated rule. Returns a function that undoes
 * it.
 */
async function forbid(backend: Backend, title: string): Promise<() => Promise<void>> {
  const name = `e2e_${title.replaceAll(/\W/g, '_').toLowerCase()}`;
  await backend.query(`alter table public.posts add constraint ${name} check (title is distinct from '${title}')`);
  await backend.query(`comment on constraint ${name} on public.posts is '${REASON}'`);
  return async () => void (await backend.query(`alter table public.posts drop constraint ${name}`));
}

const item = (page: Page, title: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });

test('a rejected post blocks nothing, shows the reason, and can be retried or discarded', async ({
  page,
  network,
  backend,
  ally,
}) => {
  const [first, mended, unwanted, last] = ['First', 'Mended', 'Unwanted', 'Last'].map(unique) as [
    string,
    string,
    string,
    string,
  ];
  const [allow, allowUnwanted] = [await forbid(backend, mended), await forbid(backend, unwanted)];
  await network.down();
  for (const title of [first, mended, unwanted, last]) await writePost(page, title);
  await network.up();

  await test.step('the others are sent', async () => {
    for (const title of [first, last]) await expectSent(page, title);
    expect(await rowsOf(backend, [first, mended, unwanted, last])).toEqual([first, last]);
    await expectSyncContinues(page, ally);
  });

  await test.step('the rejected ones show the reason in the feed and in the outbox', async () => {
    await expect(entry(page, mended).getByText(REASON)).toBeVisible();
    await open(page, 'Outbox');
    for (const title of [mended, unwanted]) await expect(item(page, title).getByText(REASON)).toBeVisible();
    for (const title of [first, last]) await expect(item(page, title)).toHaveCount(0);
  });

  await test.step('a retry is rejected again while the cause remains', async () => {
    const before = network.seen(uploadsOf(mended)).length;
    await page.getByRole('button', { name: new RegExp(`Retry.*${mended}`) }).click();
    await network.until(uploadsOf(mended), before + 1);
    await expect(item(page, mended).getByText('Not sent')).toBeVisible();
    await expect(item(page, mended).getByText(REASON)).toBeVisible();
  });

  await test.step('a retry succeeds after the cause is removed', async () => {
    await allow();
    await page.getByRole('button', { name: new RegExp(`Retry.*${mended}`) }).click();
    await expect(item(page, mended)).toHaveCount(0);
    expect(await rowsOf(backend, [mended])).toEqual([mended]);
  });

  await test.step('a discarded post stays deleted', async () => {
    await page.getByRole('button', { name: new RegExp(`Discard.*${unwanted}`) }).click();
    await page
      .getByRole('dialog')
      .or(page.getByRole('alertdialog'))
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(page.getByText('Nothing waiting.')).toBeVisible();
    await allowUnwanted();
    await open(page, 'Feed');
    await expect(entry(page, mended)).toHaveCount(1);
    await expect(entry(page, unwanted)).toHaveCount(0);
    await expectSyncContinues(page, ally);
    expect(await rowsOf(backend, [unwanted])).toEqual([]);
  });
});

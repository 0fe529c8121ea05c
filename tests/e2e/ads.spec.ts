import type { Page, Response } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { registerStaff } from './support/staff.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);

/** A picture of this size, drawn by the browser. */
async function picture(page: Page, width: number, height: number) {
  const bytes = await page.evaluate(
    async ([w, h]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width: w, height: h });
      canvas.getContext('2d')?.fillRect(0, 0, w, h);
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      return [...new Uint8Array((await blob?.arrayBuffer()) ?? [])];
    },
    [width, height] as const,
  );
  return { name: `${width}x${height}.png`, mimeType: 'image/png', buffer: Buffer.from(bytes) };
}

test('the ceo creates, switches, edits and deletes an ad, and members see it while it runs', async ({
  newDevice,
  page: guest,
  network,
  backend,
}) => {
  test.slow();
  const page = await (await newDevice({ url: network.url, expected: /^Failed to load resource: / })).page();
  await openSignedIn(page, backend, await registerStaff(backend, 'ceo'));
  const title = `Range bags ${Date.now()}`;
  await visit(page, '/admin/ads');
  await page.getByRole('link', { name: 'New ad' }).click();

  // Nothing is sent without the required fields.
  await page.getByRole('button', { name: 'Create ad' }).click();
  await expect(notice(page, 'Please fill out all required fields')).toBeVisible();
  await page.getByLabel('Title').fill(title);
  await page.getByLabel('Leads to').fill('javascript:alert(1)');
  await expect(page.getByText('The address must begin with https://.')).toBeVisible();
  await page.getByLabel('Leads to').fill('https://bags.example/winter');
  await page.getByRole('button', { name: 'Add client' }).click();
  await page.getByLabel('Name of the client').fill(`Client of ${title}`);
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Client', { exact: true })).toHaveValue(/^[0-9a-f-]{36}$/);
  await page.getByRole('radio', { name: /^Banner/ }).check();
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture(page, 728, 90));
  await expect(notice(page, 'Image uploaded!')).toBeVisible();
  await expect(page.getByText('Image fits.')).toBeVisible();
  await page.getByLabel('Mobile image').setInputFiles(await picture(page, 100, 100));
  await expect(notice(page, 'Mobile image uploaded!')).toBeVisible();
  await expect(page.getByText('100×100. Needs 320×100. The image is scaled.')).toBeVisible();

  // What was typed survives a reload.
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(title);
  await page.getByRole('button', { name: 'Create ad' }).click();
  await expect(notice(page, 'Ad created!')).toBeVisible();
  const row = page.getByRole('row').filter({ hasText: title });
  await expect(row).toContainText(`Client of ${title} · Banner 728×90`);
  await expect(row.getByText('Live')).toBeVisible();
  await expect(row).toContainText('0.0%');

  // It is the only one that runs, so a guest sees it. The view is counted, also when it was seen offline.
  const [{ id } = { id: '' }] = await backend.query<{ id: string }>('select id from ads where title = $1', [title]);
  await backend.query('update ads set active = false where id <> $1', [id]);
  await guest.goto('/');
  const shown = guest.getByRole('article', { name: 'Ad' });
  await expect(shown).toContainText(title);
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() => shown.locator('img').evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth))
    .toBe(728);
  await guest.context().setOffline(true);
  await shown.scrollIntoViewIfNeeded();
  await expect
    .poll(() =>
      guest.evaluate(
        () =>
          new Promise<number>((resolve) => {
            const open = indexedDB.open('rangeday-kv');
            open.onsuccess = () => {
              const read = open.result.transaction('kv').objectStore('kv').get('ad-events');
              read.onsuccess = () => resolve((read.result as unknown[] | undefined)?.length ?? 0);
            };
          }),
      ),
    )
    .toBe(1);
  await guest.context().setOffline(false);
  const counted = () => backend.query('select event_type from ad_events where ad_id = $1 order by event_type', [id]);
  await expect.poll(counted, { timeout: 30_000 }).toEqual([{ event_type: 'impression' }]);

  // A second tab of the same visitor changes nothing, and two clicks count as one.
  await guest.context().route('https://bags.example/**', (route) => route.fulfill({ body: 'Bags' }));
  const second = await guest.context().newPage();
  const isCounting = (response: Response) => response.url().includes('/rpc/record_ad_event');
  const seenAgain = second.waitForResponse(isCounting);
  await second.goto('/');
  await second.getByRole('article', { name: 'Ad' }).scrollIntoViewIfNeeded();
  await seenAgain;
  expect(await counted()).toEqual([{ event_type: 'impression' }]);
  for (const tab of [guest, second]) {
    const [shop] = await Promise.all([
      tab.waitForEvent('popup'),
      tab.waitForResponse(isCounting),
      tab.getByRole('article', { name: 'Ad' }).getByRole('link', { name: /^Ad: / }).click(),
    ]);
    await shop.close();
  }
  expect(await counted()).toEqual([{ event_type: 'click' }, { event_type: 'impression' }]);
  await second.close();

  await page.reload();
  await expect(row.getByRole('cell', { name: '1', exact: true })).toHaveCount(2);
  await expect(row).toContainText('100.0%');
  await row.getByRole('button', { name: `Days of ${title}` }).click();
  await page.getByRole('button', { name: 'Show as table' }).click();
  await expect(page.getByRole('rowheader').filter({ hasText: /^\w{3}, \w{3} \d+$/ })).toHaveCount(14);

  await row.getByRole('switch').click();
  await expect(notice(page, 'Ad deactivated')).toBeVisible();
  await expect(row.getByText('Off')).toBeVisible();
  // No other ad runs: the feed has our own when the ad is out of view.
  await guest.setViewportSize({ width: 1280, height: 400 });
  await guest.evaluate(() => scrollTo(0, 0));
  await expect(guest.getByRole('article', { name: 'From Rangeday' })).toHaveCount(1);
  await row.getByRole('switch').click();
  await expect(notice(page, 'Ad activated')).toBeVisible();

  await page.getByRole('link', { name: `Edit ${title}` }).click();
  await page.getByLabel('End', { exact: true }).fill('2020-01-01');
  await page.getByRole('button', { name: 'Update ad' }).click();
  await expect(page.getByText('The ad cannot end before it starts.').first()).toBeVisible();
  await page.getByLabel('Start', { exact: true }).fill('2019-12-01');
  await page.getByRole('button', { name: 'Update ad' }).click();
  await expect(row.getByText('Ended Jan 1')).toBeVisible();

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^rangeday-ads-\d{4}-\d{2}-\d{2}\.csv$/);

  await row.getByRole('button', { name: `Days of ${title}` }).click();
  await page.getByRole('button', { name: `Delete ${title}` }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(notice(page, 'Ad deleted')).toBeVisible();
  await expect(row).toHaveCount(0);

  // Without a network the form is a draft of the device, with its picture, and says why it cannot be sent.
  await page.getByRole('link', { name: 'New ad' }).click();
  await expect(page.getByLabel('Client', { exact: true })).toBeVisible();
  await network.down();
  await page.getByLabel('Title').fill(`${title}, kept`);
  await page.getByLabel('Leads to').fill('https://bags.example/spring');
  await page.getByLabel('Client', { exact: true }).selectOption({ label: `Client of ${title}` });
  await page.getByRole('radio', { name: /^Banner/ }).check();
  await page.getByLabel('Image', { exact: true }).setInputFiles(await picture(page, 728, 90));
  await expect(page.getByText('Image fits.')).toBeVisible();
  const create = page.getByRole('button', { name: 'Create ad' });
  await expect(create).toBeDisabled();
  await expect(create).toHaveAccessibleDescription(/^You are offline\. Ads need a connection\./);
  await page.reload();
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, kept`);
  await expect(page.getByText('Image fits.')).toBeVisible();
  await expect(create).toBeDisabled();
  await network.up();
  await create.click({ timeout: 30_000 });
  await expect(notice(page, 'Ad created!')).toBeVisible();
  await expect(row.filter({ hasText: 'kept' }).getByText('Live')).toBeVisible();
  const [sent] = await backend.query<{ image_url: string }>('select image_url from ads where title = $1', [
    `${title}, kept`,
  ]);
  expect((await fetch(new URL(sent?.image_url ?? '', backend.url))).status).toBe(200);
  await backend.query('update ads set active = true');
  // The figures load again with the connection.
  await expect(page.getByText('You are offline. Impressions and clicks load when you are online.')).toHaveCount(0);

  // A change of an ad that somebody has deleted meanwhile is refused, and stays in the form.
  await row.getByRole('button', { name: `Days of ${title}, kept` }).click();
  await page.getByRole('link', { name: `Edit ${title}, kept` }).click();
  await page.getByLabel('Title').fill(`${title}, changed`);
  await backend.query('delete from ads where title = $1', [`${title}, kept`]);
  await page.getByRole('button', { name: 'Update ad' }).click();
  await expect(notice(page, 'Failed to update ad')).toBeVisible();
  await expect(page.getByLabel('Title')).toHaveValue(`${title}, changed`);
  await page.getByRole('link', { name: 'Cancel' }).click();

  // Page views are counted by pattern.
  await page.getByText('Page views', { exact: true }).click();
  await expect(page.getByText('/admin/ads/edit/{id}')).toBeVisible();

  // The orders of the shop, with their buyers.
  await backend.query(
    `insert into orders (user_id, item, amount_cents, currency, status, paid_at)
     select id, 'sticker', 100, 'usd', 'paid', now() from profiles where username = 'marge_b'`,
  );
  await page.getByText('Orders', { exact: true }).click();
  await expect(page.getByRole('listitem').filter({ hasText: '@marge_b' })).toHaveText(
    /Sticker, 2.5 inch.*\$1\.00.*Paid/,
  );
});

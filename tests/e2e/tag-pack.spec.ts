import { visit } from '../support/visit.ts';
import { backgroundSync } from './support/background-sync.ts';
import { expect, test } from './support/stage.ts';

test('a packed tag opens offline after a start, with comments and pictures, and its pack can be removed', async ({
  page: first,
  phone,
  backend,
  network,
}) => {
  let page = first;
  const tag = `pack${Date.now()}`;
  const [{ id } = { id: '' }] = await backend.query<{ id: string }>(
    `insert into posts (user_id, title, description, visibility, image_url)
       select id, 'Packed post', 'With #${tag}', 'public', '/seed/range.webp' from profiles where username = 'marge_b' returning id`,
  );
  await backend.query(
    `insert into comments (post_id, user_id, text)
       select $1, p.id, 'Said out there ' || n from profiles p, generate_series(1, 3) n where p.username = 'marge_b'`,
    [id],
  );
  await visit(page, `/tags/${tag}`);
  await expect(page.getByText(/^1 post, 3 comments, about \d+ (?:kB|MB) of photos/)).toBeVisible();
  await page.getByRole('button', { name: `Pack #${tag}` }).click();
  await expect(page.getByText(/Packed .* · 1 post, 3 comments, [\d.]+ (?:kB|MB) of photos/)).toBeVisible();

  await network.down();
  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto(`/tags/${tag}`);
  await expect(page.getByRole('link', { name: 'Packed post' })).toBeVisible();
  await expect(page.getByText('You are offline. Packing needs a connection.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pack again' })).toBeDisabled();
  const picture = page.getByRole('article').locator('img[src*="range.webp"]');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await visit(page, `/posts/${id}`);
  await expect(page.getByText('Said out there 3')).toBeVisible();

  await visit(page, '/settings/range');
  await expect(page.getByRole('list', { name: 'Packed tags' }).getByText(`#${tag}`)).toBeVisible();
  await page.getByRole('button', { name: `Remove the pack of #${tag}` }).click();
  await expect(page.getByRole('list', { name: 'Packed tags' })).toHaveCount(0);
  expect(await page.evaluate(async () => (await (await caches.open('rangeday-seen-tags-v1')).keys()).length)).toBe(0);
});

test('before a chosen day the browser’s periodic event makes an open page pack', async ({ page }) => {
  await visit(page, '/settings/range');
  await page.getByText('10 MB', { exact: true }).click();
  const today = await page.evaluate(() => new Date().getDay());
  const days = page.getByRole('group', { name: 'Days of each week' }).getByRole('button');
  await days.nth(today).click();
  await expect(days.nth(today)).toHaveAttribute('aria-pressed', 'true');
  const sync = await backgroundSync(page);
  await expect(page.getByRole('button', { name: /^Pack for the range/ })).toBeEnabled();

  await sync.firePeriodic();
  await expect(page.getByText('Packed. Ready for the range')).toBeVisible();
  await expect(page.getByText(/saved on this device\. Packed/)).toBeVisible();
});

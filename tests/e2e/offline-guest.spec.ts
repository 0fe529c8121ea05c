import { expect, test } from './support/fixtures.ts';

test('a guest reads the feed offline after one visit', async ({ newDevice, backend }) => {
  const phone = await newDevice({ firstVisit: true });
  let page = await phone.page();
  await page.goto('/');
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  await page.evaluate(() => navigator.serviceWorker.ready);

  await backend.kill();
  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto('/');
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();

  await test.step('every address opens the app', async () => {
    for (const path of [
      '/login',
      '/signup',
      '/outbox',
      '/posts/018f0000-0000-7000-8000-000000000000',
      '/no/such/page',
    ]) {
      await page.goto(path);
      await expect(page.getByRole('main')).not.toBeEmpty();
    }
  });
});

test('a first visit that goes offline before the database is loaded continues when online', async ({ newDevice }) => {
  const page = await (await newDevice({ expected: /ERR_FAILED|database/, firstVisit: true })).page();
  await page.route(/\/assets\/database-/, (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible();
  await page.unroute(/\/assets\/database-/);
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
});

import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';

const PAGES: Record<string, string> = {
  '/login': 'Log In',
  '/signup': 'Sign Up',
  '/verify-email': 'Check your email',
  '/reset-password': 'Choose a new password',
  '/about': 'About',
  '/contact': 'Contact',
  '/privacy': 'Privacy',
  '/install': 'Install',
  '/csae': 'CSAE Policy',
  '/merch': 'Merch',
  '/support': 'Support Rangeday',
  '/settings': 'Settings',
};

/** Of a post that is always at the top. No other one there has its author. */
const avatarOf = (page: Page) =>
  page.getByRole('article').filter({ hasText: 'House rules, in one breath' }).locator('img[src^="/seed/"]');

test('a guest reads the feed offline after one visit, and every address opens with its title', async ({
  newDevice,
  network,
}) => {
  const phone = await newDevice({ url: network.url, firstVisit: true });
  let page = await phone.page();
  await page.goto('/');
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  // Loaded before a worker controlled the page.
  const src = await avatarOf(page).getAttribute('src');
  await expect
    .poll(() => page.evaluate(async (path) => (await caches.match(path))?.status, src ?? ''), 'it is stored')
    .toBe(200);

  await network.down();
  await phone.kill();
  await phone.start();
  page = await phone.page();
  await page.goto('/');
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
  await expect.poll(() => avatarOf(page).evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
  await expect(page).toHaveTitle('Rangeday');

  const heading = page.getByRole('heading', { level: 1 });
  for (const [path, name] of Object.entries(PAGES)) {
    await page.goto(path);
    await expect(heading, path).toHaveText(name);
    await expect(page).toHaveTitle(`${name} · Rangeday`);
  }
  for (const path of ['/outbox', '/posts/018f0000-0000-7000-8000-000000000000']) {
    await page.goto(path);
    await expect(page.getByRole('main'), path).not.toBeEmpty();
  }
  await page.goto('/no/such/page');
  await expect(heading).toHaveText('Page not found.');
  await expect(page).toHaveTitle('Page not found · Rangeday');
  await page.getByRole('main').getByRole('link', { name: 'Back to the feed' }).click();
  await expect(page.getByRole('article').filter({ hasText: title })).toBeVisible();
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

import { expect, test } from './support/fixtures.ts';
import { expectToFit } from './support/overflow.ts';

const ROUTES = [
  '/',
  '/login',
  '/signup',
  '/members',
  '/search',
  '/settings',
  '/settings/storage',
  '/install',
  '/about',
];

test('no page is wider than the screen, from 320 to 1280 pixels', async ({ phone }) => {
  for (const path of ROUTES) {
    await phone.open(path);
    await expect
      .poll(() => phone.evaluate(() => document.querySelector('main')?.innerText.length ?? 0))
      .toBeGreaterThan(0);
    await expectToFit(phone, [320, 360, 768, 1280], path);
  }
});

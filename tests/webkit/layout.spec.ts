import { expect, test } from './support/fixtures.ts';

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
/** What sticks out at the right: its tag and how far, at most five. */
function overflowing(): string[] {
  if (document.documentElement.scrollWidth <= innerWidth) return [];
  return [...document.body.querySelectorAll('*')]
    .filter((element) => element.checkVisibility() && element.getBoundingClientRect().right > innerWidth + 1)
    .slice(0, 5)
    .map((element) => `${element.outerHTML.slice(0, 80)} ends at ${element.getBoundingClientRect().right}`);
}

test('no page is wider than the screen, from 320 to 1280 pixels', async ({ phone }) => {
  for (const path of ROUTES) {
    await phone.open(path);
    await expect
      .poll(() => phone.evaluate(() => document.querySelector('main')?.innerText.length ?? 0))
      .toBeGreaterThan(0);
    for (const width of [320, 360, 768, 1280]) {
      await phone.resize(width, 780);
      expect(await phone.evaluate(overflowing), `${path} at ${width}`).toEqual([]);
    }
  }
});

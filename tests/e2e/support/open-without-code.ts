import type { Page } from '@playwright/test';

/**
 * Opens the page without its code. Returns a function that lets the code load. The app stays offline, so the status has
 * one line.
 */
export async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/functions/v1/guest-token', () => undefined);
  await page.route(/\/assets\/index-[\w-]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
}

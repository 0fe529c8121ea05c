import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry } from '../support/member.ts';

const back = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Back', exact: true });
/** Scrolls down, opens a link in the middle of the screen, and returns by the arrow. */
async function openAndReturn(page: Page, path: string, links: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (scrollTo({ top: 300, behavior: 'instant' }), scrollY)))
    .toBeGreaterThanOrEqual(300);
  // In one step: rows of a list may still change. What is above may become lower, but what is read stays where it is.
  const { href, y } = await page.evaluate(async (selector) => {
    // The router notes a position when the browser tells of it, which is in the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    const link = all.find((each) => each.checkVisibility() && each.getBoundingClientRect().top > 200);
    const place = { href: link?.getAttribute('href') ?? '', y: link?.getBoundingClientRect().y ?? NaN };
    link?.click();
    return place;
  }, `main ${links}`);
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await back(page).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  const focused = page.locator(`main a[href="${href}"]:focus`);
  await expect.poll(async () => Math.abs(((await focused.boundingBox())?.y ?? NaN) - y)).toBeLessThanOrEqual(2);
}

test('the arrow of a page leads back to the list it was opened from, at its place and with the focus, also after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/members');
  await test.step('members, profile', async () => {
    // All of the list is here: the line "Loading" is gone.
    await expect(page.getByRole('list', { name: 'Members' })).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('link').nth(3)).toBeVisible();
    await openAndReturn(page, '/members', '[role=list] a[href^="/user/"]');
  });
  await test.step('profile, post', async () => {
    await page.locator('main a[href^="/user/"]:focus').click();
    await expect(page).toHaveURL(/\/user\//);
    await openAndReturn(page, '/user/.*', 'a[href^="/posts/"]');
    await back(page).click();
    await expect(page).toHaveURL(/\/members$/);
  });
  await test.step('after a reload of the page', async () => {
    await page.locator('main a[href^="/user/"]:focus').click();
    await expect(page).toHaveURL(/\/user\//);
    await page.reload();
    await back(page).click();
    await expect(page).toHaveURL(/\/members$/);
  });
  await test.step('tag, post', async () => {
    await page.goto('/tags/zeroday');
    await openAndReturn(page, '/tags/.*', 'a[href^="/posts/"]');
  });
  await test.step('search with its words and filter, whose results come later than the page', async () => {
    await page.goto('/search?q=the&kind=posts');
    await expect(page.locator('main a[data-result]').nth(7)).toBeVisible();
    await openAndReturn(page, '/search\\?q=the&kind=posts', 'a[data-result]');
    await expect(page.getByRole('searchbox')).toHaveValue('the');
  });
  await test.step('the boards of the search', async () => {
    await page.goto('/search');
    await expect(page.getByRole('main').locator('a[href^="/tags/"]').first()).toBeVisible();
    await openAndReturn(page, '/search', 'a[href^="/tags/"], main a[href="/members"]');
  });
});

test('the arrow of a page that was opened by its address leads to the page above it', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('feed').getByRole('article').first().getByRole('heading').getByRole('link');
  const address = await link.getAttribute('href');
  const title = await link.innerText();
  await page.goto('about:blank');
  await page.goto(address!);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await back(page).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(entry(page, title)).toBeVisible();
});

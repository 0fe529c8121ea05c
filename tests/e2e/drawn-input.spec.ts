import type { Page } from '@playwright/test';

import { openDrawn, stored } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';

/**
 * Taps with the event of a touch, or begins to press with the mouse, as soon as the drawn page is shown. Runs in the
 * page.
 */
function tapEarly({ selector, isPress }: { selector: string; isPress: boolean }): void {
  new MutationObserver((_, observer) => {
    const root = document.querySelector('#root');
    const target = root?.querySelector<HTMLElement>(selector);
    if (!root || !target) return;
    observer.disconnect();
    const isApp = Object.keys(root).some((key) => key.startsWith('__reactContainer'));
    Object.assign(globalThis, { tappedBeforeApp: !isApp });
    if (isPress) target.dispatchEvent(new MouseEvent('mousedown', { bubbles: true }));
    else target.click();
  }).observe(document, { childList: true, subtree: true });
}

const tappedBeforeApp = (page: Page): Promise<unknown> =>
  page.evaluate(() => (globalThis as { tappedBeforeApp?: boolean }).tappedBeforeApp);

test('a tap, or a mouse press that lasts until the app has replaced its element, opens the same entry', async ({
  page,
}) => {
  await page.goto('/');
  await stored(page, 'article');
  const link = page.getByRole('article').nth(1).getByRole('heading').getByRole('link');
  const [title, href] = [await link.innerText(), await link.getAttribute('href')];
  for (const isPress of [false, true]) {
    const tab = await page.context().newPage();
    await tab.addInitScript(tapEarly, { selector: `article h2 a[href="${href}"]`, isPress });
    await openDrawn(tab, '/', 'data-look="');
    await expect(tab.getByRole('heading', { level: 1, name: title })).toBeVisible();
    expect(await tappedBeforeApp(tab)).toBe(true);
    // The app's own navigation: no second document.
    expect(await tab.evaluate(() => performance.getEntriesByType('navigation')[0]?.name)).toMatch(/\/$/);
  }
});

test('keys, focus and scroll position from before the app has loaded are applied', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 400 });
  await page.goto('/');
  const title = await page.getByRole('article').first().getByRole('heading').innerText();
  await stored(page, 'article');
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const links = document.querySelectorAll<HTMLElement>('#root article h2 a');
      if (links.length < 2) return;
      observer.disconnect();
      links[1]!.focus({ preventScroll: true });
      scrollTo(0, 60);
      document.dispatchEvent(new Event('scroll'));
      Object.assign(globalThis, { focusedOn: links[1]!.getAttribute('href') });
      links[1]!.dispatchEvent(new KeyboardEvent('keydown', { key: '?', code: 'Slash', shiftKey: true, bubbles: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await openDrawn(page, '/', 'data-look="');
  await expect(page.getByRole('article').first().getByRole('heading')).toHaveText(title);
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  // Its end returns the focus.
  await expect(page.getByRole('dialog')).toBeHidden();
  const [wanted, href, y] = await page.evaluate(() => [
    (globalThis as { focusedOn?: string }).focusedOn,
    document.activeElement?.getAttribute('href'),
    scrollY,
  ]);
  expect(href).toBe(wanted);
  expect(y).toBe(60);
});

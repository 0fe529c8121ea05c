import type { CDPSession, Page } from '@playwright/test';

import { expect } from '../../tests/support/member.ts';
import type { Look } from './scene.ts';

export const setTextSize = (cdp: CDPSession, factor: number): Promise<unknown> =>
  cdp.send('Page.setFontSizes', { fontSizes: { standard: 16 * factor, fixed: 13 * factor } });

export const schemeOf = (scheme: Look['scheme']): 'light' | 'dark' =>
  /dark|gloves-rtl/.test(scheme) ? 'dark' : 'light';

export async function setLook(page: Page, { width, height, scheme }: Look): Promise<void> {
  const now = page.viewportSize();
  await page.evaluate(() => {
    const root = document.documentElement as HTMLElement & { resetLook?: () => void };
    root.resetLook?.();
    delete root.resetLook;
  });
  if (now?.width !== width || now.height !== height) await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: schemeOf(scheme), contrast: scheme === 'gloves-rtl' ? 'more' : null });
  await page.evaluate(async (next) => {
    const { documentElement: root } = document;
    // A scene may have set them itself.
    const [dir, theme] = [root.dir, root.dataset['theme']];
    if (next.endsWith('rtl')) root.dir = 'rtl';
    if (next === 'glare') root.dataset['theme'] = 'glare';
    const gloves = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: '/gloves.css' });
    if (next.startsWith('gloves')) {
      const loaded = new Promise((resolve) => (gloves.onload = resolve));
      document.head.append(gloves);
      await loaded;
    }
    if (!/light|dark/.test(next))
      Object.assign(root, {
        resetLook: () => {
          gloves.remove();
          root.dir = dir;
          if (theme === undefined) delete root.dataset['theme'];
          else root.dataset['theme'] = theme;
        },
      });
  }, scheme);
}

/** Waits for the sidebar and its lists, which load last. If a list never loads, the picture shows that. */
export async function sidebar(page: Page): Promise<void> {
  // Broad pages have none, and the page of the components is no app.
  if ((await page.locator('#main').count()) === 0 || (await page.locator('[data-broad="true"]').count()) > 0) return;
  // The messages hide it.
  if (await page.locator('#main + aside').evaluateAll((all) => all.some((one) => !one.checkVisibility()))) return;
  const side = page.getByRole('complementary');
  await side.waitFor({ timeout: 5000 }).catch(() => undefined);
  await expect(side.locator('[data-blank]'))
    .toHaveCount(0, { timeout: 3000 })
    .catch(() => undefined);
}

/** Waits until fonts and visible images have loaded and were painted. */
export async function settle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready;
    const inSight = [...document.images].filter(({ offsetParent }) => offsetParent);
    const near = inSight.filter((image) => image.getBoundingClientRect().top < innerHeight);
    await Promise.all(near.map((image) => image.decode().catch(() => undefined)));
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  });
}

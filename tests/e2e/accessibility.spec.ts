import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { logIn, register } from './support/member.ts';

const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

async function expectAccessible(page: Page, what: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).withTags(WCAG).analyze();
  const said = violations.map(
    ({ id, help, nodes }) => `${id}: ${help}\n  ${nodes.map(({ html }) => html).join('\n  ')}`,
  );
  expect(said, what).toEqual([]);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const [size, viewport] of Object.entries({
    phone: { width: 390, height: 844 },
    desktop: { width: 1280, height: 800 },
  })) {
    test.describe(`${size}, ${colorScheme}`, () => {
      test.use({ colorScheme, viewport, reducedMotion: 'reduce' });

      test('a guest finds nothing in the way', async ({ page }) => {
        await page.goto('/');
        await expect(page.getByRole('article').first()).toBeVisible();
        await expectAccessible(page, 'feed');
        for (const path of ['/login', '/signup', '/no/such/page']) {
          await page.goto(path);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expectAccessible(page, path);
        }
      });
    });
  }
}

test('a member finds nothing in the way', async ({ page, backend }) => {
  await logIn(page, await register(backend));
  for (const path of ['/create-post', '/outbox', '/']) {
    await page.goto(path);
    await expect(page.getByRole('main')).not.toBeEmpty();
    await expectAccessible(page, path);
  }
});

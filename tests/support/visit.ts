import type { Page } from '@playwright/test';

import { expect } from './member.ts';

/**
 * Opens a page of the app as a link does: a load takes five times as long. The screen before it is gone when this
 * resolves, so no assertion can find that one.
 */
export async function visit(page: Page, path: string): Promise<void> {
  const [passage, name] = path.startsWith('/merch') ? ['/install', 'Install'] : ['/merch', 'Merch'];
  const push = (to: string) => page.evaluate((url) => history.pushState(null, '', url), to);
  const heading = page.getByRole('heading', { level: 1, name, exact: true });
  // Again if it came while the app was starting, when nothing listens yet.
  await expect(async () => {
    await push(passage);
    await expect(heading).toBeVisible({ timeout: 5000 });
  }).toPass({ timeout: 30_000 });
  await push(path);
  await expect(heading).toHaveCount(0);
}

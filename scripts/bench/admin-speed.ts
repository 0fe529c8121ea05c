import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { listed, longTasksIn } from './long-tasks.ts';

const PAGES = 20;
/** Each begins with another member than the one before it. */
const SORTS = ['User', 'Posts', 'User', 'Comments', 'User', 'Joined'] as const;

/** Scrolls through the page as a wheel does. */
async function scrollDown(page: Page): Promise<void> {
  const { height = 0 } = (await page.getByRole('table').boundingBox()) ?? {};
  for (let at = 0; at < height; at += 400) {
    await page.mouse.wheel(0, 400);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

/**
 * The table of members in the staff's dashboard: paging with the whole page scrolled, sorting, and the long tasks of
 * both.
 */
export async function measureAdminTable(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const [{ count: members } = { count: 0 }] = await backend.query<{ count: number }>(
    'select count(*)::int from profiles',
  );
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await page.setViewportSize({ width: 1280, height: 800 });
    await openSignedIn(page, backend, demoMember('ceo'));
    await page.getByRole('link', { name: 'Admin Dashboard' }).first().click();
    const first = page.getByRole('row').nth(1);
    await expect(first).toBeVisible({ timeout: 60_000 });
    /** Until the table begins with another member. */
    const changed = async (work: () => Promise<void>): Promise<number> => {
      const before = await first.innerText();
      const start = performance.now();
      await work();
      await expect.poll(() => first.innerText(), { intervals: [20] }).not.toBe(before);
      return performance.now() - start;
    };
    const turned: number[] = [];
    const sorted: number[] = [];
    const tasks = await longTasksIn(page, async () => {
      await page.getByRole('table').hover();
      for (let n = 0; n < PAGES; n++) {
        await scrollDown(page);
        turned.push(await changed(() => page.getByRole('button', { name: 'Next' }).click()));
      }
      for (const name of SORTS)
        sorted.push(
          await changed(() => page.getByRole('columnheader', { name, exact: true }).getByRole('button').click()),
        );
    });
    say(`  pages in ${listed(turned)} ms; sorted in ${listed(sorted)} ms`);
    say(`  tasks over 50 ms: ${listed(tasks)}`);
    const of = `admin, ${members.toLocaleString('en')} members`;
    return [
      { what: `${of}: the next page, p95 of ${PAGES}`, value: quantile(turned, 0.95), unit: 'ms' },
      { what: `${of}: another order, the slowest of ${SORTS.length}`, value: Math.max(...sorted), unit: 'ms' },
      { what: `${of}: tasks over 50 ms`, value: tasks.length, unit: '', goal: { most: 0 } },
    ];
  } finally {
    await device.dispose();
  }
}

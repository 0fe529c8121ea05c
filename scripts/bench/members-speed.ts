import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { readLongTasks, watchLongTasks } from './long-tasks.ts';

const MEMBERS = 100_000;
const BATCH = 5_000;
const LETTERS = ['m', 'c', 'x', 'h', 's', 'b', 'q', 'w'] as const;

/** Adds members whose names are spread over the alphabet, and waits until the list has them all. */
async function addMembers(backend: Backend, say: (line: string) => void): Promise<void> {
  for (let first = 0; first < MEMBERS; first += BATCH) {
    await backend.query(
      `with made as (insert into auth.users (id, email)
         select gen_random_uuid(), 'many' || n || '@members.example' from generate_series($1::int, $2::int) n returning id)
       insert into public.profiles (id, username)
       select id, chr((97 + n % 26)::int) || '_many_' || ($1::int + n) from (select id, row_number() over () n from made) numbered`,
      [first, first + BATCH - 1],
    );
    if (first % (BATCH * 5) === 0) say(`  ${first + BATCH} members`);
  }
}

/** The members list of 100,000: the first line, a jump to a letter, a filter, and the longest task of all of it. */
export async function measureMembers(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  await addMembers(backend, say);
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await watchLongTasks(page);
    const line = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    const timed = async (work: () => Promise<void>): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    const opened = await timed(async () => {
      await page.evaluate(() => {
        history.pushState(null, '', '/members');
        dispatchEvent(new PopStateEvent('popstate'));
      });
      await expect(line.getByRole('link').first()).toBeVisible({ timeout: 60_000 });
    });
    await expect
      .poll(async () => (await page.getByRole('list', { name: 'Members' }).boundingBox())?.height, { timeout: 60_000 })
      .toBeGreaterThan(MEMBERS * 60);
    const filter = page.getByRole('searchbox', { name: 'Filter by name' });
    const filtered: number[] = [];
    for (const letter of LETTERS) {
      const name = `${letter}_many_5`;
      filtered.push(
        await timed(async () => {
          await filter.fill(name);
          await expect(line.filter({ hasText: `@${name}` }).first()).toBeVisible();
        }),
      );
    }
    await filter.fill('');
    const slider = page.getByRole('slider', { name: 'Jump to a letter' });
    await slider.focus();
    const jumped = await timed(async () => {
      await page.keyboard.press('End');
      await expect(line.getByRole('link', { name: '@rangeday_support' })).toBeInViewport();
    });
    // Set by the script in the page; the global has no type for it.
    const tasks = await readLongTasks(page);
    say(`  filtered in ${filtered.map(Math.round).join(', ')} ms; long tasks ${tasks.map(Math.round).join(', ')} ms`);
    const of = `of ${MEMBERS.toLocaleString('en')} members`;
    return [
      { what: `${of}: the first line of the list`, value: opened, unit: 'ms' },
      { what: `${of}: a filter's first line, p95 of ${LETTERS.length}`, value: quantile(filtered, 0.95), unit: 'ms' },
      { what: `${of}: a jump to the end`, value: jumped, unit: 'ms' },
      { what: `${of}: the longest task`, value: Math.max(0, ...tasks), unit: 'ms' },
    ];
  } finally {
    await device.dispose();
  }
}

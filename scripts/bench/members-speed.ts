import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { listed, longTasksIn, wheel } from './long-tasks.ts';

const MEMBERS = 100_000;
const BATCH = 5_000;
/** Scrolling: so many rests, so many turns of the wheel before each. */
const RESTS = 12;
const TURNS = 60;
const WHEEL_PX = 120;
const LINE_PX = 60;
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

/** The members list of 100,000: the first line, a filter, a jump, scrolling by wheel, and the long tasks of each. */
export async function measureMembers(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  await addMembers(backend, say);
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    const line = page.getByRole('list', { name: 'Members' }).getByRole('listitem');
    const timed = async (work: () => Promise<void>): Promise<number> => {
      const start = performance.now();
      await work();
      return performance.now() - start;
    };
    let opened = 0;
    const openingTasks = await longTasksIn(page, async () => {
      opened = await timed(async () => {
        await page.evaluate(() => {
          history.pushState(null, '', '/members');
          dispatchEvent(new PopStateEvent('popstate'));
        });
        await expect(line.getByRole('link').first()).toBeVisible({ timeout: 60_000 });
      });
      await expect
        .poll(async () => (await page.getByRole('list', { name: 'Members' }).boundingBox())?.height, {
          timeout: 60_000,
        })
        .toBeGreaterThan(MEMBERS * 60);
    });
    const scrollingTasks = await longTasksIn(page, async () => {
      await page.mouse.move(200, 400);
      for (let rest = 0; rest < RESTS; rest += 1) {
        await wheel(page, WHEEL_PX, TURNS);
        // A page of names is loaded when scrolling stops.
        await expect(page.getByRole('list', { name: 'Members' }).locator('[aria-busy=true]')).toHaveCount(0);
      }
    });
    const filter = page.getByRole('searchbox', { name: 'Filter by name' });
    const filtered: number[] = [];
    const filterTasks = await longTasksIn(page, async () => {
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
      await expect(line.getByRole('link', { name: '@a_many_', exact: false }).first()).toBeVisible();
    });
    const slider = page.getByRole('slider', { name: 'Jump to a letter' });
    await slider.focus();
    let jumped = 0;
    const jumpTasks = await longTasksIn(page, async () => {
      jumped = await timed(async () => {
        await page.keyboard.press('End');
        await expect(line.getByRole('link', { name: '@rangeday_support' })).toBeInViewport();
      });
    });
    say(`  filtered in ${listed(filtered)} ms`);
    say(
      `  long tasks: opening ${listed(openingTasks)}; scrolling ${listed(scrollingTasks)}; filter ${listed(filterTasks)}; jump ${listed(jumpTasks)} ms`,
    );
    const of = `of ${MEMBERS.toLocaleString('en')} members`;
    const lines = Math.round((RESTS * TURNS * WHEEL_PX) / LINE_PX).toLocaleString('en');
    const tasks = (what: string, { length: value }: readonly number[]): Row => ({
      what: `${of}: ${what}, tasks over 50 ms`,
      value,
      unit: '',
      goal: { most: 0 },
    });
    return [
      { what: `${of}: the first line of the list`, value: opened, unit: 'ms' },
      { what: `${of}: a filter's first line, p95 of ${LETTERS.length}`, value: quantile(filtered, 0.95), unit: 'ms' },
      { what: `${of}: a jump to the end`, value: jumped, unit: 'ms' },
      tasks('opening', openingTasks),
      tasks(`scrolling ${lines} lines`, scrollingTasks),
      tasks('filter', filterTasks),
      tasks('jump', jumpTasks),
    ];
  } finally {
    await device.dispose();
  }
}

import type { Page } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';

/** Milliseconds from the commit in Postgres to the changed title on an open screen. */
export async function measureSyncLatency(backend: Backend, page: Page, times: number): Promise<number[]> {
  const heading = page.getByRole('article').first().getByRole('heading');
  const title = await heading.innerText();
  const rows = await backend.query<{ id: string }>('select id from public.posts where title = $1 limit 1', [title]);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('The first post of the feed is not in the database.');

  const durations: number[] = [];
  for (let run = 0; run < times; run++) {
    const next = `Latency ${run}`;
    const seen = page.evaluate(
      (text) =>
        new Promise<number>((resolve) => {
          const look = (): void => {
            const isThere = [...document.querySelectorAll('article :is(h1, h2)')].some(
              (node) => node.textContent === text,
            );
            if (isThere) resolve(Date.now());
            else requestAnimationFrame(look);
          };
          look();
        }),
      next,
    );
    await backend.query('update public.posts set title = $1 where id = $2', [next, id]);
    const committed = Date.now();
    durations.push(Math.max(0, (await seen) - committed));
  }
  await backend.query('update public.posts set title = $1 where id = $2', [title, id]);
  return durations;
}

/** Milliseconds of plain fetches of a small file by the same page, bypassing the service worker's cache. */
export async function measureRoundTrips(page: Page, times: number): Promise<number[]> {
  return page.evaluate(async (count) => {
    const durations: number[] = [];
    for (let run = 0; run < count; run++) {
      const start = performance.now();
      await fetch('/robots.txt', { cache: 'no-store' }).then((answer) => answer.text());
      durations.push(performance.now() - start);
    }
    return durations;
  }, times);
}

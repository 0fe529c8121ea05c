import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import type { Row } from './row.ts';
import { listed, longTasksIn } from './long-tasks.ts';

const COMMENTS = 1000;

/** The post's id. A third of the comments are replies. */
async function writeThread(backend: Backend): Promise<string> {
  const [post] = await backend.query<{ id: string }>(
    `insert into posts (user_id, title) select id, 'A thousand comments' from profiles where username = 'old_kip' returning id`,
  );
  await backend.query(
    `with top as (insert into comments (post_id, user_id, text, created_at)
       select $1, p.id, 'Number ' || n || ': the berm is dry, bring two mugs. @old_kip knows #zeroday', now() - (2000 - n) * interval '1 minute'
       from profiles p, generate_series(1, $2::int * 2 / 3) n where p.username = 'marge_b' returning id, user_id)
     insert into comments (post_id, parent_id, user_id, text) select $1, id, user_id, 'And a reply.' from (select * from top limit $2::int / 3) t`,
    [post?.id, COMMENTS],
  );
  return post?.id ?? '';
}

/** A post with 1,000 comments: opening it, scrolling to its end, and the longest task of both. */
export async function measureComments(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const path = `/posts/${await writeThread(backend)}`;
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await openSignedIn(page, backend, demoMember('member'));
    let [opened, complete] = [0, 0];
    const opens = await longTasksIn(page, async () => {
      const opening = performance.now();
      await page.evaluate((to) => {
        history.pushState(null, '', to);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path);
      await expect(page.getByText('Number 1:')).toBeVisible({ timeout: 60_000 });
      opened = performance.now() - opening;
      await expect(page.getByRole('heading', { name: /^(999|1000) comments/ })).toBeVisible({ timeout: 60_000 });
      complete = performance.now() - opening;
    });
    const scrolls = await longTasksIn(page, () =>
      expect(async () => {
        await page.mouse.wheel(0, 400);
        await expect(page.getByText(`Number ${Math.floor((COMMENTS * 2) / 3)}:`)).toBeInViewport({ timeout: 50 });
      }).toPass({ intervals: [0], timeout: 120_000 }),
    );
    say(`  tasks over 50 ms: opening ${listed(opens)}; scrolling ${listed(scrolls)}`);
    const elements = await page.locator('[id^="comment-"]').count();
    const of = `of ${COMMENTS.toLocaleString('en')} comments`;
    return [
      { what: `${of}: the first on screen`, value: opened, unit: 'ms' },
      { what: `${of}: all on the device`, value: complete, unit: 'ms' },
      { what: `${of}: comments in the page at the end`, value: elements, unit: '' },
      { what: `${of}: opening, tasks over 50 ms`, value: opens.length, unit: '', goal: { most: 0 } },
      { what: `${of}: scrolling, tasks over 50 ms`, value: scrolls.length, unit: '', goal: { most: 0 } },
    ];
  } finally {
    await device.dispose();
  }
}

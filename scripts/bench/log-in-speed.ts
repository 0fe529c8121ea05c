import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { fillLogIn } from '../../tests/support/member.ts';
import { demoMember } from '../gallery/worlds.ts';
import { listed } from './long-tasks.ts';
import { median } from './quantile.ts';
import type { Row } from './row.ts';

const LOG_INS = 5;

/** Runs in the page: notes when the feed, and a vote of the member in it, are in a frame after the last click. */
function watchLogIn(): void {
  addEventListener(
    'click',
    ({ timeStamp }) => {
      const seen: Record<string, number> = {};
      Object.assign(globalThis, { logIn: seen });
      const look = (): void => {
        const now = performance.now() - timeStamp;
        const feed = location.pathname === '/' ? document.querySelector('main [role=feed]') : null;
        if (feed) seen['feed'] ??= now;
        if (feed?.querySelector('[aria-pressed=true]')) seen['own'] ??= now;
        if (seen['own'] === undefined) requestAnimationFrame(look);
      };
      look();
    },
    true,
  );
}

/**
 * From the tap that logs in on a device where a guest has read the feed, to the feed and to the member's own votes in
 * it.
 */
export async function measureLogIn(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const member = demoMember('member');
  await backend.query(
    `insert into post_votes (post_id, user_id, value)
       select p.id, u.id, 1 from posts p, auth.users u where u.email = $1 and p.visibility = 'public' order by p.created_at desc limit 3
     on conflict do nothing`,
    [member.email],
  );
  const [feed, own]: [number[], number[]] = [[], []];
  for (let round = 0; round < LOG_INS; round++) {
    const device = await Device.start({ url: backend.url });
    try {
      const page = await device.page();
      await page.addInitScript(watchLogIn);
      await page.goto(backend.url);
      await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false', { timeout: 60_000 });
      await page.evaluate(() => navigator.serviceWorker.ready);
      await page.getByRole('link', { name: 'Log In' }).first().click();
      await fillLogIn(page, member);
      const seen = await page.waitForFunction(() => {
        const { logIn } = globalThis as { logIn?: { feed: number; own?: number } };
        return logIn?.own !== undefined && logIn;
      });
      const times = (await seen.jsonValue()) as { feed: number; own: number };
      feed.push(times.feed);
      own.push(times.own);
    } finally {
      await device.dispose();
    }
  }
  say(`  feed ${listed(feed)} ms; own rows ${listed(own)} ms`);
  return [
    { what: `log-in: feed on screen, median of ${LOG_INS}`, value: median(feed), unit: 'ms', goal: { most: 500 } },
    { what: `log-in: own rows in it, median of ${LOG_INS}`, value: median(own), unit: 'ms', goal: { most: 1500 } },
  ];
}

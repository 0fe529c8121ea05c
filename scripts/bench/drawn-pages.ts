import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import { measureStart, type Start } from './feed-speed.ts';
import { listed } from './long-tasks.ts';
import { median } from './quantile.ts';
import type { Row } from './row.ts';

const STARTS = 9;
/** A phone. */
const PROCESSOR = 4;
/** A drawn page is for an address without a query; the app shows the same screen for both. */
const NOT_DRAWN = '?plain=1';
/** Longer than the app waits before it stores an idle screen, and draws one entry in each idle moment. */
const STORED_MS = 4000;

/** The kinds of screens that are drawn, and the first text of each. */
const SCREENS = [
  { name: 'feed', selector: 'article :is(h2, p)' },
  { name: 'post', selector: 'article h1' },
  { name: 'thread', selector: '[data-key] [data-state] > *' },
  { name: 'inbox', selector: 'a[href^="/messages/"] b' },
] as const;

/** Opens each of the screens in this order, until it is stored. Returns their paths. */
async function visitAll(page: Page): Promise<string[]> {
  const paths: string[] = [];
  const stay = async (selector: string) => {
    await expect(page.locator(selector).first()).toBeVisible({ timeout: 30_000 });
    await page.waitForTimeout(STORED_MS);
    paths.push(new URL(page.url()).pathname);
  };
  const [feed, post, thread, inbox] = SCREENS.map(({ selector }) => selector) as [string, string, string, string];
  await stay(feed);
  await page.locator('main article h2 a').first().click();
  await stay(post);
  await page.goto('/messages');
  await page.locator('a[href^="/messages/"]:has(b)').first().click();
  await stay(thread);
  // After the thread: reading it changes the inbox, and a stored page is deleted when its rows change.
  await page.goto('/messages');
  await stay(inbox);
  return paths;
}

/** Starts of the four drawn screens without a network, each beside the same without its drawn page. */
export async function measureDrawnPages(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    const member = demoMember('member');
    await backend.query(
      `insert into private_messages (sender_id, recipient_id, content, created_at)
         select them.id, me.id, 'Number ' || n || ': the berm is dry, bring two mugs.', now() - n * interval '1 minute'
         from profiles me, generate_series(1, 4) n,
           lateral (select id from profiles where id <> me.id and username is not null order by id limit 8) them
         where me.email = $1`,
      [member.email],
    );
    await openSignedIn(page, backend, member);
    const paths = await visitAll(page);
    await page.goto('about:blank');
    await device.kill();
    await backend.kill();
    const rows: Row[] = [];
    for (const [index, { name, selector }] of SCREENS.entries()) {
      const url = `${backend.url}${paths[index]}`;
      const drawn: Start[] = [];
      const plain: Start[] = [];
      for (let run = 0; run < STARTS; run++) {
        // Alternating, so that a machine that becomes busy affects both.
        for (const [address, list] of [
          [url, drawn],
          [url + NOT_DRAWN, plain],
        ] as const)
          list.push(await measureStart(device.profile, address, PROCESSOR, { selector }));
      }
      const of = (list: readonly Start[], part: 'visible' | 'usable') => list.map((start) => start[part]);
      say(`  ${name}: drawn ${listed(of(drawn, 'visible'))}; not drawn ${listed(of(plain, 'visible'))} ms`);
      for (const [part, what] of [
        ['visible', 'first text'],
        ['usable', 'the app itself'],
      ] as const) {
        const [ours, theirs] = [median(of(drawn, part)), median(of(plain, part))];
        rows.push(
          { what: `${name}, drawn: ${what}`, value: ours, unit: 'ms' },
          { what: '  without its drawn page', value: theirs, unit: 'ms' },
          { what: '  share', value: ours / theirs, unit: '×', ...(part === 'visible' && { goal: { most: 0.67 } }) },
        );
      }
    }
    return rows;
  } finally {
    await device.dispose();
  }
}

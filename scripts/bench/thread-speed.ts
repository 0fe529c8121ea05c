import { expect } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import type { Row } from './row.ts';
import { listed, longTasksIn } from './long-tasks.ts';

const MESSAGES = 10_000;

/** A thread of 10,000 messages: opening it, scrolling to its start, and the long tasks of each. */
export async function measureThread(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const member = demoMember('member');
  const [other] = await backend.query<{ id: string }>(
    `with written as (insert into private_messages (sender_id, recipient_id, content, created_at)
       select them.id, me.id, 'Number ' || n || ': the berm is dry, bring two mugs.', now() - (10001 - n) * interval '1 minute'
       from profiles me, profiles them, generate_series(1, $2::int) n where me.email = $1 and them.username = 'old_kip')
     select id from profiles where username = 'old_kip'`,
    [member.email, MESSAGES],
  );
  const device = await Device.start({ url: backend.url });
  try {
    const page = await device.page();
    await openSignedIn(page, backend, member);
    const text = (part: string) => page.getByText(part, { exact: false }).first();
    let opened = 0;
    const opens = await longTasksIn(page, async () => {
      const opening = performance.now();
      await page.evaluate((path) => {
        history.pushState(null, '', path);
        dispatchEvent(new PopStateEvent('popstate'));
      }, `/messages/${other?.id}`);
      await expect(text(`Number ${MESSAGES}:`)).toBeInViewport({ timeout: 60_000 });
      opened = performance.now() - opening;
    });
    let scrolled = 0;
    const scrolls = await longTasksIn(page, async () => {
      const scrolling = performance.now();
      await page.mouse.move(200, 300);
      await page.mouse.wheel(0, -100);
      await expect(async () => {
        await page.evaluate(() => scrollTo({ top: 0 }));
        await expect(text('Number 1:')).toBeInViewport({ timeout: 50 });
      }).toPass({ intervals: [0], timeout: 600_000 });
      scrolled = performance.now() - scrolling;
    });
    const elements = await page.locator('main li').count();
    say(`  tasks over 50 ms: opening ${listed(opens)}; scrolling ${listed(scrolls)}`);
    const of = `of ${MESSAGES.toLocaleString('en')} messages`;
    return [
      { what: `${of}: the newest on screen`, value: opened, unit: 'ms' },
      { what: `${of}: each hundred of the way to the first`, value: scrolled / (MESSAGES / 100), unit: 'ms' },
      { what: `${of}: groups in the page at the first`, value: elements, unit: '' },
      { what: `${of}: opening, tasks over 50 ms`, value: opens.length, unit: '', goal: { most: 0 } },
      { what: `${of}: scrolling, tasks over 50 ms`, value: scrolls.length, unit: '', goal: { most: 0 } },
    ];
  } finally {
    await device.dispose();
  }
}

import { expect, type Page } from '@playwright/test';

import type { Backend } from '../../tests/support/backend.ts';
import { Device } from '../../tests/support/device.ts';
import { openSignedIn } from '../../tests/support/signed-in.ts';
import { demoMember } from '../gallery/worlds.ts';
import type { Row } from './row.ts';

const PHONE = { width: 360, height: 780 };
/** Longer than the app waits before it stores a place and draws the screen around it. */
const STORED_MS = 4000;
const MESSAGES = 90;
const COMMENTS = 40;

interface Left {
  readonly name: string;
  readonly path: string;
  readonly key: string;
  /** Px from the top of the window. */
  readonly top: number;
}

/**
 * Runs in the page: keeps how far this entry is from `top` in each frame that shows an entry, in px. Without the entry,
 * the height of the window.
 */
function watchEntry([key, top]: readonly [string, number]): void {
  const off: number[] = [];
  Object.assign(globalThis, { off });
  const sample = () => {
    if (document.querySelector('#root :is(article, main li)')) {
      const entry = [...document.querySelectorAll(`[data-key="${key}"]`)].find((each) => each.checkVisibility());
      off.push(entry ? Math.round(Math.abs(entry.getBoundingClientRect().top - top)) : innerHeight);
    }
    requestAnimationFrame(sample);
  };
  requestAnimationFrame(sample);
}

/** Scrolls as a reader does, and stays until the place and the drawn screen are stored. */
async function leave(page: Page, name: string, by: number): Promise<Left> {
  await expect(page.locator('main [data-key]').first()).toBeVisible({ timeout: 30_000 });
  await page.mouse.move(180, 300);
  for (let turn = 0; turn < 3; turn += 1) {
    await page.mouse.wheel(0, by / 3);
    await page.waitForTimeout(300);
  }
  await page.waitForTimeout(STORED_MS);
  const entry = await page.evaluate(() => {
    const entries = [...document.querySelectorAll<HTMLElement>('main [data-key]')];
    const found = entries.find((each) => each.checkVisibility() && each.getBoundingClientRect().top > 150);
    return { key: found?.dataset['key'] ?? '', top: Math.round(found?.getBoundingClientRect().top ?? 0) };
  });
  return { name, path: new URL(page.url()).pathname, ...entry };
}

/** How far the entry that was read moves until its screen is shown again, after the browser was killed, offline. */
export async function measurePlace(backend: Backend, say: (line: string) => void): Promise<Row[]> {
  const device = await Device.start({ url: backend.url });
  try {
    let page = await device.page();
    await page.setViewportSize(PHONE);
    const member = demoMember('member');
    await openSignedIn(page, backend, member);
    const [ids] = await backend.query<{ friend: string; post: string }>(
      `with friend as (select id from profiles where username = 'marge_b'),
         post as (select o.id from posts o join profiles a on a.id = o.user_id
           where o.audience = 'public' and not o.comments_locked order by o.created_at limit 1),
         sent as (insert into private_messages (sender_id, recipient_id, content, created_at, read)
           select friend.id, me.id, 'Number ' || n || '.', now() - ($2::int - n) * interval '1 hour', true
           from friend, profiles me, generate_series(1, $2::int) n where me.email = $1),
         said as (insert into comments (post_id, user_id, text, created_at)
           select post.id, friend.id, 'Comment ' || n || ' of a long afternoon.', now() - ($3::int - n) * interval '1 minute'
           from friend, post, generate_series(1, $3::int) n)
       select friend.id as friend, post.id as post from friend, post`,
      [member.email, MESSAGES, COMMENTS],
    );
    if (!ids) throw new Error('The examples have no post.');
    const left = [await leave(page, 'feed', 1500)];
    await page.goto(`/posts/${ids.post}`);
    await expect(page.getByText(`Comment ${COMMENTS} of a long afternoon.`)).toBeAttached({ timeout: 30_000 });
    left.push(await leave(page, 'post', 500));
    await page.goto(`/messages/${ids.friend}`);
    await expect(page.getByText(`Number ${MESSAGES}.`)).toBeInViewport({ timeout: 30_000 });
    left.push(await leave(page, 'thread', -900));
    await device.kill();
    await backend.kill();

    const rows: Row[] = [];
    for (const { name, path, key, top } of left) {
      // Each after a start of its own, as after the system has ended the app.
      await device.start();
      page = await device.page();
      await page.setViewportSize(PHONE);
      await page.addInitScript(watchEntry, [key, top] as const);
      await page.goto(path);
      await page.waitForFunction(() => document.querySelector('[data-key]') !== null);
      await page.waitForTimeout(STORED_MS);
      // Cast: `watchEntry` has put it there.
      const off = await page.evaluate(() => (globalThis as unknown as { off: number[] }).off);
      say(`  ${name}: first frame ${off[0]} px off, at most ${Math.max(...off)} px in ${off.length} frames`);
      rows.push(
        { what: `${name} after a kill: first frame off by`, value: off[0] ?? NaN, unit: 'px', goal: { most: 8 } },
        { what: '  any frame of the next four seconds', value: Math.max(...off), unit: 'px', goal: { most: 8 } },
      );
      await device.kill();
    }
    return rows;
  } finally {
    await device.dispose();
  }
}

import type { Page } from '@playwright/test';

import { register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { readValue } from '../support/stored-values.ts';
import { visit } from '../support/visit.ts';
import { accountOn, keyOf } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { messagesFromMarge } from './support/messages.ts';

interface Seen {
  /** React had rendered. */
  readonly isApp: boolean;
  /** Px from the top of the window; null: the item was not on the page. */
  readonly top: number | null;
}

/**
 * Runs in the page: records where this item is in the frames that show an entry, once for equal ones in a row. After
 * each frame: what moves above the list is made up for between the callback and the painting.
 */
function watchItem(key: string): void {
  const seen: Seen[] = [];
  Object.assign(globalThis, { seen });
  const sample = () => {
    if (document.querySelector('#root :is(article, main li)')) {
      const item = [...document.querySelectorAll(`[data-key="${key}"]`)].find((each) => each.checkVisibility());
      const root = document.querySelector('#root');
      const isApp = Object.keys(root ?? {}).some((name) => name.startsWith('__reactContainer'));
      const top = item ? Math.round(item.getBoundingClientRect().top) : null;
      const last = seen.at(-1);
      if (last?.isApp !== isApp || last.top !== top) seen.push({ isApp, top });
    }
  };
  const eachFrame = () => {
    void scheduler.postTask(sample, { priority: 'user-blocking' });
    requestAnimationFrame(eachFrame);
  };
  requestAnimationFrame(eachFrame);
}

/** Cast: `watchItem` has put it there. */
const seenOn = (page: Page): Promise<Seen[]> => page.evaluate(() => (globalThis as unknown as { seen: Seen[] }).seen);

interface Left {
  readonly key: string;
  readonly top: number;
}

interface StoredPlace {
  readonly path: string;
  readonly place?: { readonly y: number; readonly lists: readonly [string, readonly (readonly [string, number])[]][] };
}

/**
 * Scrolls as a reader does, and waits until the place is stored. Returns the entry that it holds: those below it move
 * by a line if the typefaces come late.
 */
async function leaveAt(page: Page, kind: string, by: number): Promise<Left> {
  await page.mouse.move(180, 300);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, by);
      return page.evaluate(() => Math.min(scrollY, document.documentElement.scrollHeight - innerHeight - scrollY));
    })
    .toBeGreaterThan(Math.abs(by));
  const name = `${keyOf(await accountOn(page))}${kind}`;
  let stored: StoredPlace | undefined;
  await expect
    .poll(async () => {
      stored = (await readValue(page, name)) as StoredPlace | undefined;
      const { path, y } = await page.evaluate(() => ({ path: location.pathname, y: scrollY }));
      return stored?.path === path && Math.abs((stored.place?.y ?? NaN) - y) < 2;
    })
    .toBe(true);
  const [key, top] = stored?.place?.lists.flatMap(([, shown]) => shown)[0] ?? ['', NaN];
  return { key, top: Math.round(top) };
}

test('after the browser was killed, feed, thread and post open at the same entry and height in their first frame, offline', async ({
  newDevice,
  backend,
  network,
}) => {
  const device = await newDevice({ url: network.url, expected: /ERR_FAILED/ });
  let page = await device.page();
  const phone = { width: 360, height: 780 };
  await page.setViewportSize(phone);
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const account = await accountOn(page);
  const marge = await messagesFromMarge(backend, account, 90);
  // On an example post: the newest one may be any that a test before this one left.
  const [{ id: post } = { id: '' }] = await backend.query<{ id: string }>(
    `with said as (insert into comments (post_id, user_id, text, created_at)
       select (select o.id from posts o join profiles a on a.id = o.user_id
           where a.username = 'old_kip' and o.audience = 'public' and not o.comments_locked order by o.created_at limit 1),
         p.id, 'Comment ' || n || ' of a long afternoon.', now() - (40 - n) * interval '1 minute'
       from profiles p, generate_series(1, 40) n where p.username = 'marge_b' order by n returning post_id)
     select distinct post_id as id from said`,
  );
  const left = new Map<string, Left>();
  const inFeed = await leaveAt(page, '', 1500);
  left.set('/', inFeed);
  await test.step('another device offers to continue there', async () => {
    // Before the other device stores places of its own in the same row.
    const places = () =>
      backend.query<{ post_id: string }>('select post_id from reading_places where id = $1', [account]);
    await expect.poll(places).toHaveLength(1);
    const [{ post_id } = { post_id: '' }] = await places();
    const other = await (await newDevice()).page();
    await openSignedIn(other, backend, member);
    await other.getByRole('button', { name: /^Continue at / }).click();
    await expect(other.locator(`[data-key="${post_id}"]`)).toBeInViewport();
    await expect(other.getByRole('button', { name: /^Continue at / })).toHaveCount(0);
  });
  await visit(page, `/posts/${post}`);
  await expect(page.getByText('Comment 40 of a long afternoon.')).toBeAttached();
  left.set(`/posts/${post}`, await leaveAt(page, ':post', 500));
  await visit(page, `/messages/${marge}`);
  await expect(page.getByRole('listitem').filter({ hasText: 'Number 90.' })).toBeInViewport();
  left.set(`/messages/${marge}`, await leaveAt(page, ':thread', -900));

  await network.down();
  await device.kill();
  await device.start();
  for (const [path, { key, top }] of left) {
    // A tab that a slow worker has shown the plain page has an entry of its own, and so no place to continue at.
    await expect(async () => {
      page = await device.page();
      await page.setViewportSize(phone);
      await page.addInitScript(watchItem, key);
      const document = await page.goto(path);
      expect(await document?.text()).toContain(' data-place="');
    }).toPass();
    await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible();
    await expect.poll(async () => (await seenOn(page)).some(({ isApp }) => isApp)).toBe(true);
    const seen = await seenOn(page);
    const off = seen.map((one) => (one.top === null ? Infinity : Math.abs(one.top - top)));
    expect(Math.max(...off), `${path}: ${key} was at ${top}, seen at ${JSON.stringify(seen)}`).toBeLessThanOrEqual(8);
  }
});

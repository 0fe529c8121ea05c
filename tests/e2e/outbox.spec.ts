import type { Page } from '@playwright/test';

import { uploads, type Wire } from './support/faults.ts';
import { expect, test } from './support/fixtures.ts';
import { entry, register, writePost } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

const notice = (page: Page, text: string) => page.getByRole('region', { name: 'Notices' }).getByText(text);
const item = (page: Page, heading: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: heading, exact: true }) });

async function comment(page: Page, text: string): Promise<void> {
  await page.getByLabel('Comment on this post').fill(text);
  await page.getByRole('button', { name: 'Send comment' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: text })).toBeVisible();
}

/** Offline, the service worker logs pictures that it has not cached. */
const OFFLINE = { expected: /ERR_FAILED/ };

test('queued work is described, discarded with its children, edited and sent once; rejected work blocks its children', async ({
  newDevice,
  backend,
  network,
}) => {
  test.slow();
  const page = await (await newDevice({ ...OFFLINE, url: network.url })).page();
  const member = await register(backend);
  await openSignedIn(page, backend, member);

  await test.step('the outbox works by keyboard at 320 px and groups votes', async () => {
    await network.down();
    await page.setViewportSize({ width: 320, height: 640 });
    const up = page.getByRole('button', { name: 'Vote up' });
    for (let index = 0; index < 5; index += 1) {
      await up.nth(index).click();
      await expect(up.nth(index)).toHaveAttribute('aria-pressed', 'true');
    }
    await visit(page, '/outbox');
    const group = page.getByRole('button', { name: '5 votes' });
    await expect(group).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await group.press('Enter');
    const first = page.getByRole('button', { name: /^Discard: Vote up/ }).first();
    await first.press('Enter');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(notice(page, 'Discarded.')).toBeVisible();
    await expect(page.getByRole('button', { name: '4 votes' })).toBeVisible();

    await network.up();
    await expect(page.getByText('Nothing waiting.')).toBeVisible({ timeout: 30_000 });
    await backend.query('delete from post_votes v using auth.users u where u.id = v.user_id and u.email = $1', [
      member.email,
    ]);
    await page.setViewportSize({ width: 1280, height: 800 });
    await visit(page, '/');
    await expect(page.getByRole('button', { name: 'Vote up', pressed: true })).toHaveCount(0);
  });

  await test.step('queued work can be discarded with its children, restored and edited, and is sent once', async () => {
    await network.down();

    const title = `Waits ${Date.now()}`;
    await writePost(page, title);
    await entry(page, title).getByRole('link', { name: title }).click();
    await comment(page, 'Bring a coat');
    await visit(page, '/');
    const seeded = page.getByRole('article').filter({ hasNotText: title }).first();
    await seeded.getByRole('button', { name: 'Vote up' }).click();
    await expect(seeded.getByRole('button', { name: 'Vote up' })).toHaveAttribute('aria-pressed', 'true');

    await visit(page, '/outbox');
    await expect(item(page, title)).toBeVisible();
    await expect(item(page, 'Bring a coat').getByText(`Comment on “${title}”`)).toBeVisible();
    await expect(page.getByRole('heading', { level: 3, name: /^Vote up on “/ })).toBeVisible();
    await expect(page.getByText(/1 post, 1 comment, 1 vote, .* waiting/)).toBeVisible();
    await expect(page.getByText('Queued', { exact: true }).first()).toBeVisible();

    // Discarding and restoring a post includes its comment.
    await item(page, title)
      .getByRole('button', { name: /^Discard/ })
      .click();
    await expect(page.getByText('The item waiting for it will be discarded too.')).toBeVisible();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
    await expect(item(page, 'Bring a coat')).toBeHidden();
    await page.getByRole('region', { name: 'Notices' }).getByRole('button', { name: 'Undo' }).click();
    await expect(item(page, 'Bring a coat')).toBeVisible();
    await expect(item(page, title)).toBeVisible();

    // A queued comment is edited in the comment field of its post.
    await item(page, 'Bring a coat').getByRole('button', { name: /^Edit/ }).click();
    await expect(page.getByLabel('Comment on this post')).toHaveValue('Bring a coat');
    await comment(page, 'Bring a warm coat');

    await network.up();
    const rows = () =>
      backend.query('select c.text from comments c join posts p on p.id = c.post_id where p.title = $1', [title]);
    await expect.poll(rows, { timeout: 30_000 }).toEqual([{ text: 'Bring a warm coat' }]);
    expect(await backend.query('select id from posts where title = $1', [title])).toHaveLength(1);
    await visit(page, '/outbox');
    await expect(page.getByText('Nothing waiting.')).toBeVisible();
  });

  await test.step('a rejected post blocks its comment, and both are sent after a retry', async () => {
    await network.down();
    const title = `Refused ${Date.now()}`;
    await writePost(page, title);
    await entry(page, title).getByRole('link', { name: title }).click();
    await comment(page, 'Held by it');
    const MUTE = 'update profiles set is_muted = $2 from auth.users u where u.id = profiles.id and u.email = $1';
    await backend.query(MUTE, [member.email, true]);
    await network.up();

    await visit(page, '/outbox');
    await expect(item(page, title).getByText('Your account is muted, so this was not published.')).toBeVisible({
      timeout: 45_000,
    });
    await expect(item(page, 'Held by it').getByText(`Waiting for “${title}”, which was not sent.`)).toBeVisible();
    await expect(item(page, title).getByText('1 more is waiting for this.')).toBeVisible();
    await expect(page.getByText('Not sent', { exact: true }).first()).toBeVisible();

    await backend.query(MUTE, [member.email, false]);
    await item(page, title)
      .getByRole('button', { name: /^Retry/ })
      .click();
    await expect(page.getByText('Nothing waiting.')).toBeVisible({ timeout: 30_000 });
    const rows = await backend.query(
      'select p.title, c.text from posts p join comments c on c.post_id = p.id where p.title = $1',
      [title],
    );
    expect(rows).toEqual([{ title, text: 'Held by it' }]);
  });
});

/** Px from the top of the window to the item with this heading, in each of so many frames. */
const topsOf = (page: Page, heading: string, frames: number): Promise<number[]> =>
  page.evaluate(
    async ([wanted, count]) => {
      const tops: number[] = [];
      for (let frame = 0; frame < count; frame += 1) {
        await new Promise(requestAnimationFrame);
        const headings = [...document.querySelectorAll('main li[data-key] h3')];
        const found = headings.find((each) => each.textContent === wanted)?.closest('li');
        tops.push(Math.round(found?.getBoundingClientRect().top ?? NaN));
      }
      return tops;
    },
    [heading, frames] as const,
  );

test('the outbox keeps its place over a reload, with Back and while attempts fail', async ({
  newDevice,
  backend,
  network,
}) => {
  const page = await (await newDevice({ expected: /ERR_FAILED|status of 503/, url: network.url })).page();
  await page.setViewportSize({ width: 390, height: 500 });
  await openSignedIn(page, backend, await register(backend));
  await network.down();
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  const texts = Array.from({ length: 6 }, (_, n) => `Number ${n}${' with more of it'.repeat(n % 4)}`);
  for (const text of texts) await comment(page, text);
  await page.goto('/outbox');
  await expect(item(page, texts.at(-1)!)).toBeAttached();

  await page.mouse.move(200, 250);
  await expect
    .poll(async () => {
      // Again if it came before the router's own scroll to the top.
      if (await page.evaluate(() => scrollY < 200)) await page.mouse.wheel(0, 350);
      return page.evaluate(() => scrollY);
    })
    .toBeGreaterThan(200);
  const heading = texts[3]!;
  let y = NaN;
  const note = () =>
    expect
      .poll(async () => {
        // Until all of so many frames agree: the wheel scrolls smoothly.
        const tops = await topsOf(page, heading, 8);
        y = tops[0]!;
        return new Set(tops).size;
      })
      .toBe(1);
  await note();
  const isThere = async () => {
    const off = async (frames: number) =>
      Math.max(...(await topsOf(page, heading, frames)).map((top) => Math.abs(top - y)));
    await expect.poll(() => off(1), `${heading} at ${y} px`).toBeLessThanOrEqual(8);
    expect(await off(30), `${heading} stays at ${y} px`).toBeLessThanOrEqual(8);
  };
  const reload = async () => {
    await page.reload();
    await isThere();
  };
  await test.step('offline', reload);
  await test.step('while attempts fail', async () => {
    const held: Wire[] = [];
    let isHeld = true;
    network.when(uploads, (wire) => void (isHeld ? held.push(wire) : wire.answer(503)));
    const isSending = async () => {
      isHeld = true;
      await expect(page.getByRole('heading', { name: '6 being sent' })).toBeAttached();
    };
    const fails = async () => {
      isHeld = false;
      for (const wire of held.splice(0)) wire.answer(503);
      await expect(page.getByText(/server error at the last attempt/)).toHaveCount(6);
      await expect(page.getByRole('heading', { name: '6 will send automatically' })).toBeAttached();
    };
    await network.up();
    await isSending();
    await fails();
    // Each has a line more now.
    await note();
    await isSending();
    await isThere();
    await reload();
    await fails();
    await isThere();
    const about = page.getByRole('link', { name: 'About', exact: true }).first();
    await about.evaluate((link: HTMLElement) => link.click());
    await expect(page).toHaveURL(/\/about$/);
    await page.goBack();
    await isThere();
  });
});

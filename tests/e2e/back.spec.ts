import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';

const back = (page: Page) => page.getByRole('main').getByRole('link', { name: 'Back', exact: true });
/** Scrolls down, opens a link in the middle of the screen, and returns by the arrow. */
async function openAndReturn(page: Page, path: string, links: string): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => (scrollTo({ top: 300, behavior: 'instant' }), scrollY)))
    .toBeGreaterThanOrEqual(300);
  // In one step: rows of a list may still change. What is above may become lower, but what is read stays where it is.
  const { href, y } = await page.evaluate(async (selector) => {
    // The router notes a position when the browser tells of it, which is in the next frame.
    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    const link = all.find((each) => each.checkVisibility() && each.getBoundingClientRect().top > 200);
    const place = { href: link?.getAttribute('href') ?? '', y: link?.getBoundingClientRect().y ?? NaN };
    link?.click();
    return place;
  }, `main ${links}`);
  await expect(page).toHaveURL(new RegExp(`${href}$`));
  await back(page).click();
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  const focused = page.locator(`main a[href="${href}"]:focus`);
  await expect.poll(async () => Math.abs(((await focused.boundingBox())?.y ?? NaN) - y)).toBeLessThanOrEqual(2);
}

test('the arrow of a page leads back to the list it was opened from, at its place and with the focus, also after a reload', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/members');
  await test.step('members, profile', async () => {
    // All of the list is here: the line "Loading" is gone.
    await expect(page.getByRole('list', { name: 'Members' })).toHaveAttribute('aria-busy', 'false');
    await expect(page.getByRole('list', { name: 'Members' }).getByRole('link').nth(3)).toBeVisible();
    await openAndReturn(page, '/members', '[role=list] a[href^="/user/"]');
  });
  await test.step('profile, post', async () => {
    await page.locator('main a[href^="/user/"]:focus').click();
    await expect(page).toHaveURL(/\/user\//);
    await openAndReturn(page, '/user/.*', 'a[href^="/posts/"]');
    await back(page).click();
    await expect(page).toHaveURL(/\/members$/);
  });
  await test.step('after a reload of the page', async () => {
    await page.locator('main a[href^="/user/"]:focus').click();
    await expect(page).toHaveURL(/\/user\//);
    await page.reload();
    await back(page).click();
    await expect(page).toHaveURL(/\/members$/);
  });
  await test.step('tag, post', async () => {
    await page.goto('/tags/zeroday');
    await openAndReturn(page, '/tags/.*', 'a[href^="/posts/"]');
  });
  await test.step('search with its words and filter, whose results come later than the page', async () => {
    await page.goto('/search?q=the&kind=posts');
    await expect(page.locator('main a[data-result]').nth(7)).toBeVisible();
    await openAndReturn(page, '/search\\?q=the&kind=posts', 'a[data-result]');
    await expect(page.getByRole('searchbox')).toHaveValue('the');
  });
  await test.step('the boards of the search', async () => {
    await page.goto('/search');
    await expect(page.getByRole('main').locator('a[href^="/tags/"]').first()).toBeVisible();
    await openAndReturn(page, '/search', 'a[href^="/tags/"], main a[href="/members"]');
  });
});

test('the arrow of a page that was opened by its address leads to the page above it', async ({ page }) => {
  await page.goto('/');
  const link = page.getByRole('feed').getByRole('article').first().getByRole('heading').getByRole('link');
  const address = await link.getAttribute('href');
  const title = await link.innerText();
  await page.goto('about:blank');
  await page.goto(address!);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  await back(page).click();
  await expect(page).toHaveURL(/\/$/);
  await expect(entry(page, title)).toBeVisible();
});

/** The item with this link or key, px below the top of the window. */
const topOf = (page: Page, href: string) =>
  page.evaluate((wanted) => {
    const all = [...document.querySelectorAll<HTMLElement>(`main a[href="${wanted}"]`)];
    return all.find((each) => each.checkVisibility())?.getBoundingClientRect().top ?? NaN;
  }, href);

/** Scrolls as a reader does and returns a link on screen with its place. */
async function readDown(page: Page, by: number, links: string): Promise<{ href: string; y: number }> {
  await page.mouse.move(200, 250);
  await expect
    .poll(async () => {
      // Again if it came while the page had no height.
      if (await page.evaluate(() => scrollY < 100)) await page.mouse.wheel(0, by);
      return page.evaluate(() => scrollY);
    })
    .toBeGreaterThan(200);
  return page.evaluate(async (selector) => {
    // Until two frames agree: the wheel scrolls smoothly.
    for (let last = -1; last !== scrollY;) {
      last = scrollY;
      for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
    }
    const all = [...document.querySelectorAll<HTMLElement>(selector)];
    const link = all.find((each) => each.checkVisibility() && each.getBoundingClientRect().top > 150);
    const href = link?.getAttribute('href') ?? '';
    return { href, y: link?.getBoundingClientRect().top ?? NaN };
  }, links);
}

/**
 * By a reload, and by leaving it for a page that no link of it leads to and Back. A page that others change meanwhile.
 */
async function keepsPlace(page: Page, by = 700, links = 'main a[href]:not(header *, nav *)'): Promise<void> {
  const { href, y } = await readDown(page, by, links);
  const isThere = () =>
    expect.poll(async () => Math.abs((await topOf(page, href)) - y), `${href} at ${y} px`).toBeLessThanOrEqual(8);
  await page.reload();
  await isThere();
  await page
    .getByRole('link', { name: 'About', exact: true })
    .first()
    .evaluate((link: HTMLElement) => link.click());
  await expect(page).toHaveURL(/\/about$/);
  await page.goBack();
  await isThere();
}

test('a list keeps its place over a reload, and when Back leads to it from any other page', async ({
  page,
  backend,
}) => {
  test.setTimeout(180_000);
  await page.setViewportSize({ width: 390, height: 500 });
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const [me] = await backend.query<{ id: string }>('select id from profiles where email = $1', [member.email]);
  await backend.query(
    `insert into private_messages (sender_id, recipient_id, content, created_at)
     select id, $1, 'Bay ' || row_number() over (order by id), now() - row_number() over (order by id) * interval '1 hour'
     from profiles where id <> $1 and username is not null order by id limit 24`,
    [me!.id],
  );
  await backend.query(
    `insert into notifications (user_id, type, data, cause)
     select $1, 'comment', jsonb_build_object('post_id', p.id, 'from_user_id', p.user_id, 'from_username', 'sam', 'text', p.title), 'place:' || p.id
     from posts p where p.visibility = 'public' and p.status = 'live' order by p.id limit 24`,
    [me!.id],
  );
  for (const [path, items, by] of [
    ['/messages', 'a[href^="/messages/"]', 700],
    ['/notifications', 'a[href^="/posts/"]', 700],
    ['/search?q=the&kind=posts', 'a[data-result]', 700],
    ['/members', '[role=list] a[href^="/user/"]', 900],
    ['/', '[role=feed] article', 2500],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator(`main ${items}`).nth(path === '/' ? 2 : 6)).toBeVisible();
      await keepsPlace(page, by);
    });
  }
});

test('profile, tag and saved posts keep their place over a reload and with Back', async ({ newDevice, backend }) => {
  test.setTimeout(180_000);
  const device = await newDevice();
  const page = await device.page();
  await page.setViewportSize({ width: 390, height: 500 });
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const [author] = await backend.query<{ username: string }>(
    `select p.username from profiles p join posts on posts.user_id = p.id where posts.visibility = 'public' and posts.status = 'live'
     group by p.username order by count(*) desc limit 1`,
  );
  await backend.query(
    `insert into saved_posts (id, post_id, user_id)
     select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', p.id, m.id), p.id, m.id from profiles m,
       lateral (select id from posts where visibility = 'public' and status = 'live' order by id limit 14) p where m.email = $1`,
    [member.email],
  );
  for (const [path, items] of [
    [`/user/${author!.username}`, 'a[href^="/posts/"]'],
    ['/tags/zeroday', 'a[href^="/posts/"]'],
    ['/saved', 'a[href^="/posts/"]'],
  ] as const) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page.locator(`main ${items}:visible`).nth(2)).toBeVisible();
      await keepsPlace(page, 700, `main ${items}`);
    });
  }
});

test('a thread keeps the message that is read over a reload, and opens at its end from the inbox', async ({
  page,
  backend,
}) => {
  await page.setViewportSize({ width: 390, height: 500 });
  const member = await register(backend);
  await openSignedIn(page, backend, member);
  const [pair] = await backend.query<{ me: string; other: string }>(
    `select p.id as me, (select o.id from profiles o where o.id <> p.id and o.username is not null limit 1) as other from profiles p where p.email = $1`,
    [member.email],
  );
  await backend.query(
    `insert into private_messages (sender_id, recipient_id, content, read, created_at)
     select case when n % 2 = 0 then $1::uuid else $2::uuid end, case when n % 2 = 0 then $2::uuid else $1::uuid end, 'Line ' || n, true, now() - (60 - n) * interval '20 minutes'
     from generate_series(1, 40) n`,
    [pair!.me, pair!.other],
  );
  await page.goto(`/messages/${pair!.other}`);
  const line = (text: string) => page.getByRole('main').getByText(text, { exact: true });
  await expect(line('Line 40')).toBeInViewport();
  await page.mouse.move(200, 250);
  await page.mouse.wheel(0, -900);
  await expect(line('Line 40')).not.toBeInViewport();
  const read = await page.evaluate(async () => {
    for (let last = -1; last !== scrollY;) {
      last = scrollY;
      for (let frame = 0; frame < 6; frame += 1) await new Promise(requestAnimationFrame);
    }
    const all = [...document.querySelectorAll<HTMLElement>('main li p[dir=auto]')];
    const found = all.find((each) => each.getBoundingClientRect().top > 150);
    return { text: found?.innerText ?? '', y: found?.getBoundingClientRect().top ?? NaN };
  });
  await page.reload();
  await expect
    .poll(async () => Math.abs(((await line(read.text).boundingBox())?.y ?? NaN) - read.y), read.text)
    .toBeLessThanOrEqual(8);
  await page.getByRole('main').getByRole('link', { name: 'Back to Inbox' }).click();
  await page.locator(`main a[href="/messages/${pair!.other}"]`).click();
  await expect(line('Line 40')).toBeInViewport();
});

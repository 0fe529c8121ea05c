import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { entry, register, UNSENT } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';

const tabs = (page: Page) => page.getByRole('navigation', { name: 'Feeds' });
const SIZES = [
  [390, 844],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;

const articles = (page: Page) => page.getByRole('feed').getByRole('article');

test('guests have two feeds, members three, each with its own address; friends-only posts are only in the Friends tab', async ({
  page,
  backend,
}) => {
  await page.goto('/?tab=friends');
  await expect(articles(page).first()).toBeVisible();
  await expect(tabs(page).getByRole('link')).toHaveText(['Main', 'Trending']);
  await tabs(page).getByRole('link', { name: 'Trending' }).click();
  await expect(page).toHaveURL(/\?tab=trending$/);
  await expect(page.getByRole('feed', { name: 'Trending' }).getByRole('article').first()).toBeVisible();

  await openSignedIn(page, backend, await register(backend));
  await expect(tabs(page).getByRole('link')).toHaveText(['Main', 'Friends', 'Trending']);
  await tabs(page).getByRole('link', { name: 'Friends' }).click();
  await expect(page.getByRole('heading', { name: 'No posts to show yet.' })).toBeVisible();

  const title = `For friends ${Date.now()}`;
  await visit(page, '/create-post');
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Who sees it' }).click();
  await page.getByRole('radio', { name: 'Friends' }).first().check();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Post', exact: true }).click();
  await tabs(page).getByRole('link', { name: 'Friends' }).click();
  await expect(entry(page, title)).toBeVisible();
  await expect(entry(page, title).getByText(UNSENT)).toHaveCount(0);
  await tabs(page).getByRole('link', { name: 'Main' }).click();
  await expect(articles(page).first()).toBeVisible();
  await expect(entry(page, title)).toHaveCount(0);
});

test('an ad is labelled, comes after the third post on the way down, moves nothing, and is counted when seen', async ({
  page,
  backend,
}) => {
  await page.addInitScript(watchShifts);
  const ad = page.getByRole('article', { name: 'Ad' });
  for (const [index, [width, height]] of SIZES.entries()) {
    await test.step(`${width}×${height}`, async () => {
      await page.setViewportSize({ width, height });
      // The same address again would be a reload, and one without a hash may continue where the last visit was left.
      await page.goto('about:blank');
      await page.goto('/#top');
      await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
      // Its picture and text load after the posts; its place is there before (first-frame.spec.ts).
      await expect(ad).toHaveCount(1);
      // Down to below the fourth post, as a reader does.
      await page.mouse.move(width / 2, height / 2);
      const seen: string[] = [];
      await expect(async () => {
        const inView = await articles(page).evaluateAll((all) =>
          all
            .filter((each) => {
              const { top, bottom } = each.getBoundingClientRect();
              return bottom > 60 && top < innerHeight - 60;
            })
            .map((each) => each.getAttribute('aria-label') ?? each.querySelector('h2, p')?.textContent ?? ''),
        );
        for (const name of inView) if (!seen.includes(name)) seen.push(name);
        await page.mouse.wheel(0, height / 4);
        expect(seen.length).toBeGreaterThan(4);
      }).toPass({ intervals: [0] });
      expect(seen.indexOf('Ad'), seen.join('\n')).toBe(3);
      await expect(ad.getByText('Ad', { exact: true })).toBeVisible();
      // The first visit, and later ones from the snapshot.
      expect((await shiftsOf(page)).filter(({ isInMain }) => isInMain)).toEqual([]);
      if (index === 0) await page.evaluate(() => navigator.serviceWorker.ready);
    });
  }
  await ad.scrollIntoViewIfNeeded();
  await expect
    .poll(async () => (await backend.query(`select 1 from public.ad_events where event_type = 'impression'`)).length)
    .toBeGreaterThan(0);
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    ad.getByRole('link', { name: /^Ad: / }).click(),
  ]);
  await opened.close();
  await expect
    .poll(async () => (await backend.query(`select 1 from public.ad_events where event_type = 'click'`)).length)
    .toBeGreaterThan(0);
});

test('a tap on an entry does not wait for the code of its page, and Back shows the same feed at the same scroll position, although 130 posts have arrived', async ({
  page,
  backend,
}) => {
  await page.goto('/');
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  // The first posts alone are not that long.
  await expect
    .poll(() => page.evaluate(() => (scrollTo({ top: 1400, behavior: 'instant' }), scrollY)))
    .toBeGreaterThanOrEqual(1400);
  const titles = articles(page).getByRole('heading').getByRole('link');
  // Between two tall pictures the next title would be below the window.
  await titles.evaluateAll((links) => {
    const top = links.map((link) => link.getBoundingClientRect().top).find((each) => each > 150) ?? 0;
    scrollBy({ top: top - 300, behavior: 'instant' });
  });
  /**
   * The first title below the header. Opened in the same frame: `click()` on a locator would scroll, and the feed may
   * still move.
   */
  const inSight = (open: boolean) =>
    titles.evaluateAll((links, isOpened) => {
      const link = links.find((each) => each.getBoundingClientRect().top > 150);
      const y = link?.getBoundingClientRect().y ?? NaN;
      if (isOpened) (link as HTMLElement | undefined)?.click();
      return { y, href: link?.getAttribute('href') ?? '' };
    }, open);
  let before = { y: NaN, href: '' };
  const isStill = async () => {
    const last = before;
    before = await inSight(false);
    return last.y === before.y && last.href === before.href;
  };
  await expect.poll(isStill, { intervals: [300] }).toBe(true);
  const isLoaded = () =>
    page.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /\/assets\/post-/.test(name)));
  await expect.poll(isLoaded).toBe(true);
  await page.evaluate(() => Object.assign(globalThis, { feedBefore: document.querySelector('[role=feed]') }));
  before = await inSight(true);
  expect(before.y).toBeLessThan(700);
  await expect(page).toHaveURL(before.href);
  await expect(page.getByRole('feed')).toBeHidden();
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toHaveCount(1);
  // As after a week without the network. The feed asks for 50 posts at first.
  await backend.query(
    `insert into public.posts (user_id, title)
     select id, 'This week ' || n from generate_series(1, 130) n, (select id from public.profiles order by id limit 1) p`,
  );
  await page.goBack();
  const held = async () => Number.parseInt(await page.getByRole('button', { name: /new posts$/ }).innerText(), 10);
  await expect.poll(held).toBeGreaterThanOrEqual(130);
  const place = async () => (await page.locator(`h2 a[href="${before.href}"]`).boundingBox())?.y ?? NaN;
  await expect.poll(async () => Math.abs((await place()) - before.y)).toBeLessThanOrEqual(2);
  // Set above, in the page; the global has no type for it.
  const isSame = () =>
    document.querySelector('[role=feed]') === (globalThis as unknown as Record<string, unknown>)['feedBefore'];
  expect(await page.evaluate(isSame)).toBe(true);
});

test('pull to refresh asks the server and shows new posts', async ({ browser, backend, ally }) => {
  const phone = await browser.newPage({ baseURL: backend.url, hasTouch: true, viewport: { width: 390, height: 844 } });
  await phone.goto('/');
  await expect(articles(phone).first()).toBeVisible();
  const title = `Pulled ${Date.now()}`;
  await ally.post(title);
  await expect(phone.getByRole('button', { name: /new post/ })).toBeVisible();

  const session = await phone.context().newCDPSession(phone);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: 200, y }] });
  await touch('touchStart', 200);
  // Browsers drop some touch moves while a page scrolls.
  let y = 220;
  await expect
    .poll(
      async () => {
        await touch('touchMove', (y += 10));
        return phone.locator('[data-enough]').count();
      },
      { intervals: [100] },
    )
    .toBe(1);
  await touch('touchEnd', 0);
  await expect(phone.getByText('Up to date.').first()).toBeVisible();
  await expect(entry(phone, title)).toBeVisible();
  await phone.close();
});

test('a long feed can be read to its end with few posts in the DOM, and a reload far down shows the same post at the same place', async ({
  page,
  backend,
}) => {
  test.setTimeout(180_000);
  await page.goto('/');
  await expect(articles(page).first()).toBeVisible();
  // Three more pages of 100: those before them are only loaded on scroll.
  await backend.query(
    `insert into public.posts (user_id, title, created_at)
     select id, 'Old log ' || n, now() - interval '10 years' - n * interval '1 minute'
     from generate_series(1, 320) n, (select id from public.profiles order by id limit 1) p`,
  );
  const oldest = await backend.query<{ title: string }>(
    `select title from public.posts where visibility = 'public' and status = 'live' order by created_at limit 1`,
  );
  await page.reload();
  await expect(articles(page).first()).toBeVisible();
  const last = page.getByRole('heading', { name: oldest[0]!.title, exact: true });
  let most = 0;
  await expect
    .poll(
      async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
        most = Math.max(most, await articles(page).count());
        return last.count();
      },
      { timeout: 120_000, intervals: [150] },
    )
    .toBe(1);
  expect(most).toBeLessThan(60);

  /** The first titles below the header and their places. */
  const inSight = () =>
    articles(page)
      .getByRole('heading')
      .getByRole('link')
      .evaluateAll((links) =>
        links
          .map((link) => ({ href: link.getAttribute('href'), y: Math.round(link.getBoundingClientRect().y) }))
          .filter(({ y }) => y > 150 && y < innerHeight),
      );
  // From the top, because tests before this one left any number of posts: places are kept for the first 500.
  await page.evaluate(() => scrollTo({ top: 15_000, behavior: 'instant' }));
  await expect.poll(async () => (await inSight()).length).toBeGreaterThan(0);
  const [before] = await inSight();
  expect(await page.evaluate(() => scrollY)).toBeGreaterThan(12_000);
  await page.reload();
  const place = async () => (await inSight()).find(({ href }) => href === before?.href)?.y ?? NaN;
  await expect.poll(async () => Math.abs((await place()) - before!.y), { timeout: 60_000 }).toBeLessThanOrEqual(8);
});

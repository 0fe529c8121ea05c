import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { visit } from '../support/visit.ts';

// A profile on disk with an earlier visit is offered the installation, which some of these pages show.
test.use({ firstVisit: true });

const DEMO = {
  ceo: { email: 'ceo@rangeday.example', password: 'Cold-range-3' },
};

const dock = (page: Page) => page.getByRole('navigation', { name: 'Main' }).filter({ visible: true });

async function openFeed(page: Page): Promise<void> {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
}

test('phones have a dock, tablets a rail, desktops leaderboards; the footer has the legal links and the number of members', async ({
  page,
  backend,
}) => {
  await openFeed(page);
  await test.step('the first stops of the keyboard are the skip link, which moves the focus to the content, and the navigation', async () => {
    await page.keyboard.press('Tab');
    const skip = page.getByRole('link', { name: 'Skip to content' });
    await expect(skip).toBeFocused();
    // Then the navigation, in its visible order, with the log-in links of guests.
    for (const name of ['Feed', 'Search', 'Members', 'Settings', 'Log In', 'Sign Up', 'New post']) {
      await page.keyboard.press('Tab');
      await expect(dock(page).getByRole('link', { name, exact: true })).toBeFocused();
    }
    await skip.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
    await page.evaluate(() => scrollTo(0, 0));
  });

  await page.setViewportSize({ width: 767, height: 900 });
  await expect.poll(async () => (await dock(page).boundingBox())?.y).toBeGreaterThan(900 - 80);
  const create = dock(page).getByRole('link', { name: 'New post' });
  const size = await create.boundingBox();
  expect(size?.width).toBeGreaterThanOrEqual(48);
  expect(size?.height).toBeGreaterThanOrEqual(48);

  await test.step('controls stay clear of the notch and the home bar', async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    const title = page.getByRole('main').getByText('Rangeday', { exact: true });
    const ends = async () => {
      const box = await create.boundingBox();
      return (box?.y ?? Infinity) + (box?.height ?? 0);
    };
    // Control: without a notch they are where it would be.
    await expect.poll(ends).toBeGreaterThan(844 - 34);
    await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(47);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: { top: 47, bottom: 34 } });
    await expect.poll(ends).toBeLessThanOrEqual(844 - 34);
    await expect.poll(async () => (await title.boundingBox())?.y).toBeGreaterThanOrEqual(47);
    await session.send('Emulation.setSafeAreaInsetsOverride', { insets: {} });
  });

  await page.setViewportSize({ width: 768, height: 1024 });
  await expect.poll(async () => (await dock(page).boundingBox())?.x).toBeLessThan(76);
  expect((await page.getByRole('main').boundingBox())?.width).toBe(620);
  await expect(page.getByRole('complementary')).toHaveCount(0);

  await page.setViewportSize({ width: 1280, height: 800 });
  const sidebar = page.getByRole('complementary');
  await expect(sidebar.getByRole('heading', { name: 'Top Users' })).toBeVisible();
  const top = sidebar.getByRole('list').first().getByRole('listitem');
  await expect(top).toHaveCount(5);
  const best = await top.first().getByRole('link', { name: /^@/ }).innerText();
  await expect(top.first().getByRole('link', { name: best })).toHaveAttribute('href', `/user/${best.slice(1)}`);
  await expect(sidebar.getByRole('heading', { name: 'Trending Hashtags' })).toBeVisible();
  await expect(sidebar.getByRole('link', { name: '#reloading' })).toHaveAttribute('href', '/tags/reloading');
  await expect(sidebar.getByRole('heading', { name: 'Keep the range open' })).toBeVisible();

  const footer = page.getByRole('contentinfo');
  for (const name of ['About', 'Contact', 'Install', 'Privacy', 'CSAE Policy', 'Report Abuse']) {
    await expect(footer.getByRole('link', { name, exact: true })).toBeVisible();
  }
  await expect(footer).toContainText(`© ${new Date().getFullYear()} Rangeday`);
  // Counted every few seconds, so members of the tests before may be added meanwhile.
  await expect(async () => {
    const rows = await backend.query<{ value: string }>(`select value from public.app_counts where id = 'members'`);
    const members = `${Number(rows[0]?.value).toLocaleString('en-US')} members`;
    await expect(footer).toContainText(members, { timeout: 1000 });
  }).toPass({ timeout: 15_000 });
  // Only iPhones get the install hint.
  await expect(page.getByRole('region', { name: 'Install Rangeday' })).toHaveCount(0);
});

test('members have no log-in links, and all of their account in the rail, and on a phone in a menu that closes with Escape', async ({
  newDevice,
  backend,
}) => {
  const page = await (await newDevice()).page();
  await openSignedIn(page, backend, DEMO.ceo);
  await expect(page.getByRole('banner').getByText('Signed in as @old_kip')).toBeVisible();
  await expect(page.getByRole('link', { name: /Sign Up|Log In/ })).toHaveCount(0);
  // The rail of a tablet has all of it, too.
  await page.setViewportSize({ width: 768, height: 1024 });
  await expect(page.getByRole('banner').getByRole('link', { name: 'Admin Dashboard' })).toBeInViewport();
  await expect(page.getByRole('banner').getByRole('button', { name: 'Log Out' })).toBeInViewport();

  await page.setViewportSize({ width: 360, height: 740 });
  await expect(dock(page).getByRole('listitem')).toHaveText([/^Feed/, /^Search/, '', /^Messages/, /^You/]);
  const open = dock(page).getByRole('button', { name: 'Your account' });
  await open.click();
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeVisible();
  await expect(dock(page).getByRole('link', { name: 'Outbox' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Log Out' })).toBeHidden();
  // Held sideways, the first link is not above the screen.
  await page.setViewportSize({ width: 740, height: 360 });
  await open.click();
  const links = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Notifications' });
  await expect(links.filter({ visible: true })).toBeInViewport();
  await page.getByRole('button', { name: 'Log Out' }).click();
  await expect(page.getByText('You are logged out, c-ya next time').first()).toBeVisible();
  await expect(dock(page).getByRole('link', { name: 'Log In' })).toBeVisible();
});

test.describe('on an iPhone', () => {
  test.use({
    userAgent:
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    viewport: { width: 390, height: 844 },
  });

  test('the install hint is shown until it is dismissed', async ({ page }) => {
    await openFeed(page);
    const hint = page.getByRole('region', { name: 'Install Rangeday' });
    await expect(hint).toContainText('Add to Home Screen');
    await hint.getByRole('button', { name: 'Got it' }).click();
    await expect(hint).toHaveCount(0);
    await page.reload();
    await expect(page.getByRole('article').first()).toBeVisible();
    await expect(hint).toHaveCount(0);
  });
});

test('single-key shortcuts work as the feed appears and later, are listed in the help, and can be turned off', async ({
  page,
}) => {
  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      // Once: not in the last load.
      if (sessionStorage.getItem('pressed') || !document.querySelector('main article h2 a')) return;
      observer.disconnect();
      sessionStorage.setItem('pressed', 'yes');
      document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'j', bubbles: true, cancelable: true }));
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/');
  const titles = page.getByRole('feed').getByRole('article');
  const first = titles.nth(0).getByRole('heading').getByRole('link');
  await expect(first).toBeFocused();
  // The focus survives the rest of the load.
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText('Online').filter({ visible: true }).first()).toBeVisible();
  await expect(first).toBeFocused();
  await page.keyboard.press('j');
  await expect(titles.nth(1).getByRole('heading').getByRole('link')).toBeFocused();
  await page.keyboard.press('k');
  await expect(titles.nth(0).getByRole('heading').getByRole('link')).toBeFocused();

  await page.keyboard.press('?');
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(help).toContainText('Next post');
  await page.keyboard.press('n');
  await expect(help).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(help).toHaveCount(0);

  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/posts\//);
  await page.goBack();

  await page.keyboard.press('n');
  await expect(page).toHaveURL(/\/login\?next=/);
  await page.getByLabel('Email').fill('');
  await page.getByLabel('Email').press('n');
  await expect(page.getByLabel('Email')).toHaveValue('n');

  await visit(page, '/settings');
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck();
  await page.goto('/');
  await expect(titles.first()).toBeVisible();
  await page.keyboard.press('j');
  await page.keyboard.press('?');
  await expect(titles.nth(0).getByRole('heading').getByRole('link')).not.toBeFocused();
  await expect(help).toHaveCount(0);
});

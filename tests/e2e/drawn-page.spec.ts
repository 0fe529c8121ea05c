import type { Page } from '@playwright/test';

import { entry, logOut, register } from '../support/member.ts';
import { openSignedIn } from '../support/signed-in.ts';
import { readValue, writeValues } from '../support/stored-values.ts';
import { accountOn, keyOf, openDrawn, post, type Stored, stored } from './support/drawn.ts';
import { expect, test } from './support/fixtures.ts';
import { messagesFromMarge } from './support/messages.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';
import { looksOf, watchTakeOver } from './support/take-over.ts';
import { visit } from '../support/visit.ts';

/** Of the whole start. In large text, the fonts that replace the fallback move a name's neighbours by some pixels. */
const LARGE_TEXT_SHIFT = 0.02;
/** In a thread the status is beside the member's name, and one of its texts may need a second line. */
const SHIFT_OF_STATUS = 0.02;

for (const [size, { viewport, settings, mostShift }] of Object.entries({
  phone: { viewport: { width: 360, height: 780 }, settings: { theme: 'dark' }, mostShift: 0 },
  'phone with large text': {
    viewport: { width: 360, height: 780 },
    settings: { theme: 'glare', textSize: 'larger' },
    mostShift: LARGE_TEXT_SHIFT,
  },
  desk: { viewport: { width: 1280, height: 800 }, settings: { theme: 'light' }, mostShift: 0 },
})) {
  const expectNoShift = async (page: Page) => {
    const shifts = await shiftsOf(page);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThanOrEqual(mostShift);
  };
  test(
    `offline, the navigation's response contains the feed or an opened post, and the app replaces it without a visible change: ${size}`,
    { tag: size === 'phone' ? [] : '@variant' },
    async ({ newDevice, backend, network }) => {
      const device = await newDevice({ url: network.url, expected: /ERR_FAILED/ });
      let page = await device.page();
      await page.setViewportSize(viewport);
      const chooseLook = () =>
        page.addInitScript((chosen) => localStorage.setItem('rangeday-settings', chosen), JSON.stringify(settings));
      await chooseLook();
      // A mark is a picture later than the first render.
      await backend.query(
        `insert into posts (user_id, title, description, visibility)
         select id, 'A mark', 'Up :flag:', 'public' from profiles where username = 'marge_b'`,
      );
      const ann = await register(backend);
      await openSignedIn(page, backend, ann);
      const mark = `${size} ${Date.now()}`;
      const title = `Drawn <b>"&amp;</b> ${mark}`;
      await post(page, title);
      // From here on the server changes nothing on the screen, such as the author's rank.
      await network.down();
      await stored(page, mark);
      await device.kill();
      await device.start();
      page = await device.page();
      await page.setViewportSize(viewport);
      await chooseLook();
      await page.addInitScript(watchShifts);
      await page.addInitScript(watchTakeOver);
      const answer = await openDrawn(page, '/', mark);
      // The code runs after the first frame.
      expect(await answer.text()).not.toContain('<script type="module"');
      expect(answer.headers()['content-security-policy']).toContain("script-src 'self' 'wasm-unsafe-eval' 'sha256-");
      await expect(entry(page, title)).toBeVisible();
      await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible();
      // The drawn page has the same texts: wait for the app's first commit.
      await expect.poll(async () => (await looksOf(page)).length).toBeGreaterThan(0);
      const looks = await looksOf(page);
      expect(looks.map(({ isApp }) => isApp)).toEqual([false, true]);
      expect(looks[0]?.parts.length).toBeGreaterThan(20);
      expect(looks[1]?.parts).toEqual(looks[0]?.parts);
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(settings.theme);
      await expectNoShift(page);
      // The same for a post that was opened.
      await entry(page, title).getByRole('heading').getByRole('link').click();
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect
        .poll(
          async () => ((await readValue(page, `${keyOf(await accountOn(page))}:post`)) as Stored | undefined)?.markup,
        )
        .toContain(mark);
      const postAnswer = await openDrawn(page, page.url(), mark);
      expect(await postAnswer.text()).toMatch(new RegExp(`<template [^>]*>.*<h1.*${mark}`));
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      await expect.poll(async () => (await looksOf(page)).length).toBeGreaterThan(0);
      const [drawn, app] = await looksOf(page);
      expect([drawn?.isApp, app?.isApp]).toEqual([false, true]);
      expect(app?.parts).toEqual(drawn?.parts);
      await expectNoShift(page);
      // Its own policy applies to a drawn page too.
      expect(
        await page.evaluate(() => document.querySelectorAll('#root [style*="position"], #root script').length),
      ).toBe(0);
    },
  );
}

test('offline, inbox and thread are drawn before the app, with what was typed and scrolled meanwhile', async ({
  newDevice,
  backend,
  network,
}) => {
  const device = await newDevice({ url: network.url, expected: /ERR_FAILED/ });
  let page = await device.page();
  const phone = { width: 360, height: 780 };
  await page.setViewportSize(phone);
  const ann = await register(backend);
  await openSignedIn(page, backend, ann);
  const account = await accountOn(page);
  const marge = await messagesFromMarge(backend, account, 40);
  const isStored = (place: string, text: string) =>
    expect
      .poll(async () => ((await readValue(page, `${keyOf(account)}${place}`)) as Stored | undefined)?.markup)
      .toContain(text);
  const newest = page.getByRole('listitem').filter({ hasText: 'Number 40.' });
  await visit(page, `/messages/${marge}`);
  await expect(newest).toBeInViewport();
  await isStored(':thread', 'Number 40.');
  await page.getByRole('link', { name: 'Back to Inbox' }).click();
  await isStored(':inbox', '@marge_b');
  // On the way back to the feed nothing of them changes.
  await network.down();
  await device.kill();
  await device.start();
  page = await device.page();
  await page.setViewportSize(phone);
  await page.addInitScript(watchShifts);
  await page.addInitScript(watchTakeOver);
  // On a busy machine the worker answers with the empty frame, because it waits no longer than 0.5 s for the drawn
  // page.
  const openDrawn = (path: string, text: string) =>
    expect
      .poll(async () => (await page.goto(path))?.text())
      .toMatch(new RegExp(`<template [^>]*data-look[^>]*>.*${text}`));
  for (const [path, text] of [
    ['/messages', '@marge_b'],
    [`/messages/${marge}`, 'Number 40.'],
  ] as const) {
    await openDrawn(path, text);
    await expect.poll(async () => (await looksOf(page)).length).toBeGreaterThan(0);
    const [drawn, app] = await looksOf(page);
    expect([drawn?.isApp, app?.isApp]).toEqual([false, true]);
    expect(app?.parts).toEqual(drawn?.parts);
    expect(app?.parts.join(' ')).toContain(text);
    // The rows of the database are the same.
    await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible();
    const shifts = await shiftsOf(page);
    expect(
      shifts.reduce((sum, { value }) => sum + value, 0),
      JSON.stringify(shifts),
    ).toBeLessThanOrEqual(SHIFT_OF_STATUS);
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Number 40.' })).toBeInViewport();

  await page.addInitScript(() => {
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLTextAreaElement>('#root textarea');
      if (!field) return;
      observer.disconnect();
      const isApp = Object.keys(document.querySelector('#root')!).some((key) => key.startsWith('__reactContainer'));
      if (isApp) return;
      field.focus({ preventScroll: true });
      document.execCommand('insertText', false, 'Ten minutes out.');
      scrollTo(0, 300);
      document.dispatchEvent(new Event('scroll'));
    }).observe(document, { childList: true, subtree: true });
  });
  // Not a reload, in which the browser itself scrolls.
  await page.goto('/messages');
  await openDrawn(`/messages/${marge}`, 'Number 40.');
  const field = page.getByPlaceholder('Type your message...');
  await expect(page.getByText('Offline').filter({ visible: true }).first()).toBeVisible();
  await expect(field).toHaveValue('Ten minutes out.');
  await expect(field).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(300);
  await field.press('Enter');
  const sent = page.getByRole('listitem').filter({ hasText: 'Ten minutes out.' });
  await expect(sent).toBeInViewport();
});

test('after a log-out no tab shows or stores the member’s page, and a guest gets the public feed', async ({
  newDevice,
  backend,
}) => {
  const device = await newDevice();
  const page = await device.page();
  await openSignedIn(page, backend, await register(backend));
  const title = `Gone ${Date.now()}`;
  await post(page, title);
  await stored(page, title);
  const account = await accountOn(page);
  const other = await device.page();
  await openDrawn(other, '/', title);
  await expect(entry(other, title)).toBeVisible();

  await backend.query('delete from posts where title = $1', [title]);
  await logOut(page);
  await expect(page.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  await expect(other.getByRole('link', { name: 'Log In' }).first()).toBeVisible();
  for (const tab of [page, other]) {
    const answer = await tab.goto('/');
    expect(await answer?.text()).not.toContain(title);
    await expect(tab.getByRole('article').first()).toBeVisible();
  }
  await stored(page, 'article');
  expect(await readValue(page, keyOf(account))).toBeUndefined();
});

test(
  'a page that is not safe, too large, of another build or for another width is not drawn',
  { tag: '@variant' },
  async ({ page }) => {
    let good: Record<string, string> = {};
    const answerWith = async (drawn: object): Promise<string> => {
      await page.goto('/powersync/probes/liveness');
      await writeValues(page, { [keyOf('guest')]: drawn });
      const answer = await page.goto('/', { waitUntil: 'commit' });
      return /<template [^>]*data-look/.test((await answer?.text()) ?? '') ? 'drawn' : 'plain';
    };
    // Until one is drawn: a sync may replace the snapshot at any time, and see openDrawn.
    await expect(async () => {
      await page.goto('/');
      await expect(page.getByRole('article').first()).toBeVisible();
      await stored(page, 'article');
      good = (await readValue(page, keyOf('guest'))) as Record<string, string>;
      expect(await answerWith(good)).toBe('drawn');
    }).toPass();
    expect(good['markup']!.length).toBeLessThanOrEqual(64 * 1024);
    expect(good['markup']).not.toMatch(/<(?:script|style|template)| style=| on\w+=/);
    for (const bad of [
      { markup: `${good['markup']}<img src="/x" onerror="alert(1)">` },
      { markup: `${good['markup']}${'<p>more</p>'.repeat(7000)}` },
      { build: '/assets/other.js' },
      { account: 'someone' },
    ])
      expect.soft(await answerWith({ ...good, ...bad })).toBe('plain');

    await page.goto('/powersync/probes/liveness');
    await page.setViewportSize({ width: 360, height: 780 });
    await page.addInitScript(watchTakeOver);
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    expect((await looksOf(page)).map(({ isApp }) => isApp)).toEqual([true]);
  },
);

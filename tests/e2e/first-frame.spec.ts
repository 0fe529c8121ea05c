import type { Page } from '@playwright/test';

import { expect, test } from './support/fixtures.ts';
import { openWithoutCode } from './support/open-without-code.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';

// These tests are about a first visit.
test.use({ firstVisit: true });

/** Position and style of an element that the first frame and the app share, by class name. */
interface Part {
  readonly name: string;
  readonly box: readonly number[];
  readonly looks: Readonly<Record<string, string>>;
}

const fontsLoaded = (page: Page) =>
  page.waitForFunction(
    () => document.fonts.check('1rem "Atkinson Next"') && document.fonts.check('700 1rem "Special Gothic"'),
  );

/** Classes of the frame's visible elements, except the placeholder entries, which real ones replace. */
const partsOf = (page: Page): Promise<string[]> =>
  page
    .locator('.first-frame')
    .evaluate((frame) =>
      [...frame.querySelectorAll<HTMLElement>('[class]')]
        .filter((part) => !part.closest('.first-frame-entries') && part.checkVisibility())
        .flatMap(({ classList }) => [...classList].filter((name) => !name.startsWith('first-frame')).slice(-1)),
    );

/** Current position and style of each part. */
const look = (page: Page, names: readonly string[]): Promise<Part[]> =>
  page.evaluate((wanted) => {
    const isSeen = (element: Element): boolean => element.checkVisibility() && element.getClientRects().length > 0;
    return wanted.map((name) => {
      const part = [...document.querySelectorAll(`.${name}`)].find(isSeen);
      if (!part) return { name, box: [], looks: {} };
      const { x, y, width, height } = part.getBoundingClientRect();
      const style = getComputedStyle(part);
      const looks = Object.fromEntries(
        ['color', 'background-color', 'border-top', 'border-bottom', 'border-left', 'font-size', 'fill', 'stroke'].map(
          (property) => [property, style.getPropertyValue(property)],
        ),
      );
      // The page grows with its content.
      const grows = part.querySelector('.first-frame-entries, [role=feed]') !== null;
      return { name, box: grows ? [x, y, width] : [x, y, width, height], looks };
    });
  }, names);

/**
 * Boxes and texts of the first four entries, and the box of the ad after the third. Without their menus, whose place is
 * empty until their code has loaded.
 */
const entriesOf = (page: Page, within: string): Promise<unknown[]> =>
  page.locator(within).evaluate((list) =>
    [...list.querySelectorAll('article:not([aria-label]), div[data-shape]')].slice(0, 5).map((entry) =>
      // An ad that has already loaded lies over its place.
      [
        entry,
        ...entry.querySelectorAll(
          ':scope:is(article) :is(h2, h2 + div p, time, b, fieldset, svg:not([aria-haspopup] svg))',
        ),
      ].map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const hasText = /^(?:h2|p|time)$/.test(part.localName);
        return [part.localName, x, y, width, height, hasText ? part.textContent : ''].join(' ');
      }),
    ),
  );

for (const [size, viewport, colorScheme, tag] of [
  ['small phone, light', { width: 320, height: 640 }, 'light', '@variant'],
  ['phone, dark', { width: 360, height: 780 }, 'dark', []],
  ['tablet, dark', { width: 800, height: 1000 }, 'dark', '@variant'],
  ['desk, light', { width: 1280, height: 800 }, 'light', []],
] as const) {
  test.describe(size, { tag: [tag].flat() }, () => {
    test.use({ viewport, colorScheme });

    // The newest of other tests may be a poll, which ends the list of the first frame.
    test.beforeEach(async ({ backend }) => {
      await backend.query(
        `insert into posts (user_id, title, description, visibility)
         select id, title, description, 'public' from profiles, unnest(array['At the range', 'Only a title', 'Found'], array[
           'Wind from the left, says @pia_marsh. More at https://example.test/wind. #wind', null, 'One glove, left hand, on bench 4. #lost'
         ]) posts (title, description) where username = 'marge_b'`,
      );
    });

    test('the first frame has the posts, positions and styles of the app that replaces it', async ({ page }) => {
      // Posts that are drawn before the fonts have the fallback's widths.
      await page.route('**/rpc/first_posts', async (route) => {
        await fontsLoaded(page);
        await route.continue();
      });
      const loadCode = await openWithoutCode(page, '/');
      await expect(page.locator('.first-frame-entries')).toBeVisible();
      const names = await partsOf(page);
      expect(names.length).toBeGreaterThanOrEqual(5);
      await expect(page.locator('.first-frame article').nth(2)).toBeVisible();
      await page.evaluate(() => document.fonts.ready);
      const before = await look(page, names);
      const entries = await entriesOf(page, '.first-frame-entries');
      loadCode();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.locator('.first-frame')).toHaveCount(0);
      expect(await look(page, names)).toEqual(before);
      expect(await entriesOf(page, '[role=feed]')).toEqual(entries);
    });
  });
}

test('the first frame has the chosen theme and text size and is removed at the first render', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.addInitScript(() => {
    localStorage.setItem('rangeday-settings', JSON.stringify({ theme: 'glare', textSize: 'larger' }));
    let hasAppeared = false;
    new MutationObserver((_, observer) => {
      hasAppeared ||= document.querySelector('.first-frame') !== null;
      if (!hasAppeared || document.querySelector('.first-frame')) return;
      observer.disconnect();
      Object.assign(globalThis, { inItsPlace: document.querySelectorAll('main article').length });
    }).observe(document, { childList: true, subtree: true });
  });
  const loadCode = await openWithoutCode(page, '/');
  await expect(page.locator('.first-frame-entries')).toBeVisible();
  const names = await partsOf(page);
  await page.evaluate(() => document.fonts.ready);
  const before = await look(page, names);
  const bar = await page.locator('.first-frame-feed > div').first().getAttribute('class');
  expect(before.find(({ name }) => name === bar)?.looks).toMatchObject({
    'background-color': 'rgb(255, 255, 255)',
    'font-size': '21.25px',
  });
  loadCode();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await look(page, names)).toEqual(before);
  expect(await page.evaluate(() => (globalThis as { inItsPlace?: number }).inItsPlace)).toBeGreaterThan(0);
});

test.describe('without a service worker', () => {
  test.use({ serviceWorkers: 'block' });

  test('a device that was used before shows no posts until its own feed is read', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('article').first()).toBeVisible();
    await openWithoutCode(page, '/');
    // The document may not have run head.js yet, which asks for them.
    await page.waitForFunction(async () => {
      const { rangedayFirstPosts } = globalThis as { rangedayFirstPosts?: Promise<unknown> };
      return Array.isArray(await rangedayFirstPosts);
    });
    const names = await page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name));
    expect(names).toContain('rangeday-kv');
    await expect(page.locator('.first-frame-entries')).toBeVisible();
    expect(await page.locator('.first-frame article').count()).toBe(0);
  });
});

test('the first frame loads its fonts, is hidden from assistive technology, and has only bars on other pages', async ({
  page,
}) => {
  await openWithoutCode(page, '/');
  await expect(page.locator('.first-frame-entries')).toBeVisible();
  expect(await page.locator('body').ariaSnapshot()).toBe('');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  // The code, which loads fonts too, has not loaded.
  await expect.poll(() => facesOf(page, '.first-frame b')).toEqual(['Special Gothic']);

  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.locator('.first-frame').getByText('Rangeday').filter({ visible: true })).toHaveCount(1);
  await expect(page.locator('.first-frame-feed').filter({ visible: true })).toHaveCount(0);
});

/** The fonts that render the first matching element. */
async function facesOf(page: Page, selector: string): Promise<string[]> {
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument');
  const { nodeId } = await session.send('DOM.querySelector', { nodeId: root.nodeId, selector });
  const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
  await session.detach();
  return fonts.map(({ familyName }) => familyName);
}

test('a return visit renders in the web fonts at once', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  // Again, because on a busy machine they may take longer than the 100 ms for which the app waits.
  await expect(async () => {
    await page.reload({ waitUntil: 'commit' });
    await expect(page.getByRole('article').first()).toBeVisible();
    expect(await facesOf(page, 'article h2 a')).toEqual(['Special Gothic']);
  }).toPass();
});

test('fonts that arrive after the posts of the first frame move none of them', async ({ page, backend }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  const [author = ''] = (await backend.query<{ id: string }>("select id from profiles where username = 'marge_b'")).map(
    ({ id }) => id,
  );
  // Of so many lengths, some break their lines elsewhere in the fonts.
  for (const words of [26, 19, 12])
    await backend.query(
      "insert into posts (user_id, title, description, visibility) values ($1, 'Wind', $2, 'public')",
      [
        author,
        Array.from(
          { length: words },
          (_, n) => 'Wind from the left and cold, bring a warm coat'.split(' ')[n % 10],
        ).join(' '),
      ],
    );
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route(/\.woff2$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  const loadCode = await openWithoutCode(page, '/');
  const entries = page.locator('.first-frame article');
  await expect(entries.nth(4)).toBeAttached();
  const places = () => entries.evaluateAll((all) => all.slice(0, 5).map((entry) => entry.getBoundingClientRect().top));
  const before = await places();
  resolve();
  await fontsLoaded(page);
  // A font that replaces another one does so in the next frame; the copies are measured in a few tasks.
  for (let frame = 0; frame < 10; frame++) await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await places()).toEqual(before);
  loadCode();
  await expect(page.locator('.first-frame')).toHaveCount(0);
  await expect(page.locator('[role=feed] article h2 a').first()).toBeVisible();
  await expect.poll(() => facesOf(page, '[role=feed] article h2 a')).toEqual(['Special Gothic']);
});

for (const [size, viewport] of Object.entries({
  phone: { width: 360, height: 780 },
  desk: { width: 1280, height: 800 },
})) {
  test(
    `late fonts replace the fallback with almost no layout shift: ${size}`,
    { tag: size === 'phone' ? [] : '@variant' },
    async ({ page }) => {
      await page.setViewportSize(viewport);
      const { promise, resolve } = Promise.withResolvers<void>();
      await page.route(/\.woff2$/, async (route) => {
        await promise;
        await route.continue();
      });
      await page.addInitScript(watchShifts);
      await page.goto('/', { waitUntil: 'commit' });
      await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
      expect(await facesOf(page, 'article h2 a')).not.toContain('Special Gothic');
      resolve();
      await expect.poll(() => facesOf(page, 'article h2 a')).toEqual(['Special Gothic']);
      await expect.poll(() => page.evaluate(() => document.fonts.check('1rem "Atkinson Next"'))).toBe(true);
      await page.evaluate(() => new Promise((frame) => void requestAnimationFrame(() => requestAnimationFrame(frame))));
      const shifts = await shiftsOf(page);
      expect(
        shifts.reduce((sum, { value }) => sum + value, 0),
        JSON.stringify(shifts),
      ).toBeLessThanOrEqual(0.02);
    },
  );
}

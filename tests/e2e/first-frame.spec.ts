import type { Page } from '@playwright/test';

import type { Backend } from './support/backend.ts';
import { expect, test } from './support/fixtures.ts';
import { shiftsOf, watchShifts } from './support/shifts.ts';

// A first visit is what is looked at here.
test.use({ firstVisit: true });

/** What of the frame has a twin in the app, by the class that both bear: where it stands, and how it looks. */
interface Part {
  readonly name: string;
  readonly box: readonly number[];
  readonly looks: Readonly<Record<string, string>>;
}

/** The page without its code, and a way to let the code come. The status keeps to one line: it is never online. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/functions/v1/guest-token', () => undefined);
  await page.route(/\/assets\/index-[\w-]+\.js$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  return resolve;
}

/** The classes of the frame's visible parts, the still entries apart: they give way to real ones. */
const partsOf = (page: Page): Promise<string[]> =>
  page
    .locator('.first-frame')
    .evaluate((frame) =>
      [...frame.querySelectorAll<HTMLElement>('[class]')]
        .filter((part) => !part.closest('.first-frame-entries') && part.checkVisibility())
        .flatMap(({ classList }) => [...classList].filter((name) => !name.startsWith('first-frame')).slice(-1)),
    );

/** Each part by its class, as it stands there now. */
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
      const grows = /^_(?:app|main)_/.test(name);
      return { name, box: grows ? [x, y, width] : [x, y, width, height], looks };
    });
  }, names);

for (const [size, viewport, colorScheme] of [
  ['small phone, light', { width: 320, height: 640 }, 'light'],
  ['phone, dark', { width: 360, height: 780 }, 'dark'],
  ['tablet, light', { width: 800, height: 1000 }, 'light'],
  ['desk, dark', { width: 1280, height: 800 }, 'dark'],
] as const) {
  test.describe(size, () => {
    test.use({ viewport, colorScheme });

    test('what is painted before the code comes stands and looks like what takes its place', async ({ page }) => {
      const letCodeCome = await openWithoutCode(page, '/');
      await expect(page.locator('.first-frame-entries')).toBeVisible();
      const names = await partsOf(page);
      expect(names.length).toBeGreaterThanOrEqual(5);
      const before = await look(page, names);
      letCodeCome();
      await expect(page.getByRole('article').first()).toBeVisible();
      await expect(page.locator('.first-frame')).toHaveCount(0);
      expect(await look(page, names)).toEqual(before);
    });
  });
}

test('it has the chosen theme and text size, and goes in one step with the first render', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 780 });
  await page.addInitScript(() => {
    localStorage.setItem('rangeday-settings', JSON.stringify({ theme: 'glare', textSize: 'larger' }));
    let wasThere = false;
    new MutationObserver((_, observer) => {
      wasThere ||= document.querySelector('.first-frame') !== null;
      if (!wasThere || document.querySelector('.first-frame')) return;
      observer.disconnect();
      Object.assign(globalThis, { inItsPlace: document.querySelectorAll('main article').length });
    }).observe(document, { childList: true, subtree: true });
  });
  const letCodeCome = await openWithoutCode(page, '/');
  await expect(page.locator('.first-frame-entries')).toBeVisible();
  const names = await partsOf(page);
  const before = await look(page, names);
  expect(before.find(({ name }) => name.startsWith('_bar_'))?.looks).toMatchObject({
    'background-color': 'rgb(255, 255, 255)',
    'font-size': '21.25px',
  });
  letCodeCome();
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await look(page, names)).toEqual(before);
  expect(await page.evaluate(() => (globalThis as { inItsPlace?: number }).inItsPlace)).toBeGreaterThan(0);
});

test('it asks for no letters, nobody hears or reaches it, and other pages have only their bars', async ({ page }) => {
  const fonts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'font') fonts.push(request.url());
  });
  await openWithoutCode(page, '/');
  await expect(page.locator('.first-frame-entries')).toBeVisible();
  expect(await page.locator('body').ariaSnapshot()).toBe('');
  await page.keyboard.press('Tab');
  expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  expect(fonts).toEqual([]);

  await page.goto('/settings', { waitUntil: 'commit' });
  await expect(page.locator('.first-frame').getByText('Rangeday').filter({ visible: true })).toHaveCount(1);
  await expect(page.locator('.first-frame-feed').filter({ visible: true })).toHaveCount(0);
});

/** The fonts that draw the first one's words now. */
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

test('who comes back reads the first render in the real letters', async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload({ waitUntil: 'commit' });
  await expect(page.getByRole('article').first()).toBeVisible();
  expect(await facesOf(page, 'article h2 a')).toEqual(['Special Gothic']);
});

test('letters that come right after the first render are for the next visit: what is read is not set twice', async ({
  page,
}) => {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.exposeFunction('letLettersCome', resolve);
  await page.route(/\.woff2$/, async (route) => {
    await promise;
    await route.continue();
  });
  await page.addInitScript(watchShifts);
  await page.addInitScript(() => {
    // Between layout and paint, where `font-display: optional` alone lets Chromium draw them a moment later.
    new MutationObserver((_, observer) => {
      if (!document.querySelector('main article h2')) return;
      observer.disconnect();
      (globalThis as unknown as { letLettersCome: () => void }).letLettersCome();
    }).observe(document, { childList: true, subtree: true });
  });
  await page.goto('/', { waitUntil: 'commit' });
  await expect.poll(() => page.evaluate(() => document.fonts.check('700 1rem "Special Gothic"'))).toBe(true);
  await expect(page.getByRole('feed')).toHaveAttribute('aria-busy', 'false');
  expect(await shiftsOf(page)).toEqual([]);
  // What is drawn for the first time now is in the letters of the rest.
  await page.getByRole('article').first().getByRole('heading').getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
  expect(await facesOf(page, 'main h1')).not.toContain('Special Gothic');
});

const isPicture = (url: string): boolean => /\/seed\/(?!av)/.test(url);

/** Whatever else was posted meanwhile: a picture on the first screen. */
const postPicture = (backend: Backend): Promise<unknown> =>
  backend.query(
    `insert into public.posts (user_id, title, image_url)
     select user_id, 'With a picture', image_url from public.posts where image_url like '%/seed/%' limit 1`,
  );

for (const dataSaver of [false, true]) {
  test(`the first picture ${dataSaver ? 'stays away from who saves data' : 'travels while the code does'}`, async ({
    page,
    backend,
  }) => {
    await postPicture(backend);
    const pictures: string[] = [];
    page.on('request', (request) => {
      if (isPicture(request.url())) pictures.push(request.url());
    });
    await page.addInitScript(
      (settings) => localStorage.setItem('rangeday-settings', settings),
      JSON.stringify({ dataSaver }),
    );
    await openWithoutCode(page, '/');
    await page.waitForFunction(async () => {
      const { rangedayFirstPosts } = globalThis as { rangedayFirstPosts?: Promise<unknown> };
      return Array.isArray(await rangedayFirstPosts);
    });
    if (dataSaver) expect(pictures).toEqual([]);
    else await expect.poll(() => pictures.length).toBeGreaterThan(0);
  });
}

test('the picture that came beside the code is the one that is shown: nothing travels twice', async ({
  page,
  context,
  backend,
}) => {
  await postPicture(backend);
  const travelled = new Map<string, string>();
  const session = await context.newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (isPicture(request.url)) travelled.set(requestId, request.url);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => travelled.delete(requestId));
  await session.send('Network.enable');
  await page.goto('/');
  const shown = await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('article img[fetchpriority="high"]')];
    return pictures.find(({ complete, naturalWidth }) => complete && naturalWidth > 0)?.src;
  });
  const url = await shown.jsonValue();
  expect([...travelled.values()].filter((one) => one === url)).toEqual([url]);
});

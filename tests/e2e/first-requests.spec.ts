import type { Backend } from '../support/backend.ts';
import { expect, test } from './support/fixtures.ts';
import { openWithoutCode } from './support/open-without-code.ts';

// What a first visit requests, and when.
test.use({ firstVisit: true });

const isPicture = (url: string): boolean => /\/seed\/(?!av)/.test(url);

/** Puts a picture on the first screen, whatever other tests posted. */
const postPicture = (backend: Backend): Promise<unknown> =>
  backend.query(
    `insert into public.posts (user_id, title, image_url)
     select user_id, 'With a picture', '/seed/steel.webp' from public.posts limit 1`,
  );

for (const { saver, tag } of [
  { saver: 'browser', tag: [] },
  { saver: 'member', tag: ['@variant'] },
]) {
  test(
    `with data saver of the ${saver} the first picture is not loaded`,
    { tag },
    async ({ page, context, backend }) => {
      await postPicture(backend);
      const pictures: string[] = [];
      page.on('request', (request) => {
        if (isPicture(request.url())) pictures.push(request.url());
      });
      if (saver === 'browser') {
        const browser = await context.newCDPSession(page);
        await browser.send('Emulation.setDataSaverOverride', { dataSaverEnabled: true });
      } else await page.addInitScript(() => localStorage.setItem('rangeday-settings', '{"dataSaver":true}'));
      await openWithoutCode(page, '/');
      await page.waitForFunction(async () => {
        const { rangedayFirstPosts } = globalThis as { rangedayFirstPosts?: Promise<unknown> };
        return Array.isArray(await rangedayFirstPosts);
      });
      expect(pictures).toEqual([]);
    },
  );
}

test('the first picture loads in parallel with the code, and only once', async ({ page, context, backend }) => {
  await postPicture(backend);
  const downloaded = new Map<string, string>();
  const session = await context.newCDPSession(page);
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (isPicture(request.url)) downloaded.set(requestId, request.url);
  });
  session.on('Network.requestServedFromCache', ({ requestId }) => downloaded.delete(requestId));
  await session.send('Network.enable');
  const loadCode = await openWithoutCode(page, '/');
  await expect.poll(() => downloaded.size).toBeGreaterThan(0);
  loadCode();
  const shown = await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('[role=feed] article img[fetchpriority="high"]')];
    return pictures.find(({ complete, naturalWidth }) => complete && naturalWidth > 0)?.src;
  });
  const url = await shown.jsonValue();
  expect([...downloaded.values()].filter((one) => one === url)).toEqual([url]);
});

test('a first visit requests its posts before code and fonts, a return visit has both in its document', async ({
  page,
}) => {
  const urls: string[] = [];
  page.on('request', (request) => urls.push(new URL(request.url()).pathname));
  await page.goto('/');
  await expect(page.getByRole('article').first()).toBeVisible();
  const posts = urls.findIndex((url) => url.endsWith('/first_posts'));
  const others = urls.findIndex((url) => url.startsWith('/assets/'));
  expect(posts).toBeGreaterThan(0);
  expect(others).toBeGreaterThan(posts);

  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.reload();
  expect(await page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
  // The worker's document: the page on screen may have taken them out of it.
  const stored = await page.evaluate(async () => (await fetch('/index.html')).text());
  expect(stored).toContain('<script type="module"');
  expect(stored).not.toContain('<template id="later"');
});

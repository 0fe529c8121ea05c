import { expect, test, unique } from './support/stage.ts';
import { ageSession } from './support/stored-session.ts';

test('after days in the background the feed is current within a second, at the same place', async ({
  page,
  network,
  backend,
  ally,
}) => {
  /** The post in the middle of the screen, and where it is. */
  const place = () =>
    page.evaluate(() => {
      const article = document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('article');
      const link = article?.querySelector<HTMLAnchorElement>('a[href^="/posts/"]');
      return link ? { post: link.pathname, top: Math.round(article?.getBoundingClientRect().top ?? 0) } : null;
    });
  await expect(async () => {
    await page.mouse.wheel(0, 1500);
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(6000);
  }).toPass();
  await expect(async () => {
    await page.mouse.wheel(0, -50);
    expect(await place()).not.toBeNull();
  }).toPass();

  // A headless page cannot be hidden, so the event is simulated.
  const turn = (visibility: string) =>
    page.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, visibility);
  await turn('hidden');
  await network.down();
  await ageSession(page, backend);
  for (let count = 1; count <= 3; count += 1) await ally.post(unique('Meanwhile'));
  const before = await place();

  await network.up();
  const pill = page.evaluate(() => {
    const start = performance.now();
    const { promise, resolve } = Promise.withResolvers<number>();
    const look = () => {
      if ([...document.querySelectorAll('button')].some(({ textContent }) => /\d new/.test(textContent))) {
        resolve(performance.now() - start);
      }
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true });
    return promise;
  });
  await turn('visible');
  expect(await pill).toBeLessThan(1000);
  expect(await place()).toEqual(before);
});

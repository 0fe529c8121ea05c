import { expect, test, unique } from './support/stage.ts';
import { ageSession } from './support/stored-session.ts';

// Its new tokens end the session of every copy of the old ones.
test.use({ ownMember: true });

test('after days in the background the feed is current at once, at the same place', async ({
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
  // Nothing that the page would do only a second later or more is done.
  await page.evaluate(() => {
    const start = globalThis.setTimeout;
    globalThis.setTimeout = ((run: TimerHandler, delay = 0, ...rest: unknown[]) =>
      delay < 1000 ? start(run, delay, ...rest) : 0) as typeof globalThis.setTimeout;
  });
  await turn('visible');
  await expect(page.getByRole('button', { name: /\d new/ })).toBeVisible();
  expect(await place()).toEqual(before);
});

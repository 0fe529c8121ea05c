import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Ad } from '#contract/ad-row.ts';
import { AD_SIZES } from '#contract/managed-ads.ts';
import { changeSettings } from '#data/device/settings.ts';
import { render } from '#ui/testing/render.tsx';
import { PaidAd } from './feed-ad.tsx';
import { recordAdEvent } from './mutations.ts';

vi.mock('./mutations.ts', () => ({ recordAdEvent: vi.fn(async () => {}) }));

const svg = (color: string) =>
  `data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"><rect width="728" height="90" fill="${color}"/></svg>`)}`;
const WIDE = svg('green');
const MOBILE = svg('olive');
const BANNER: Ad = {
  ...{ id: 'ad-1', title: 'Range bags', type: 'banner', destination_url: 'https://bags.example/' },
  ...{ image_url: WIDE, mobile_image_url: MOBILE },
};
const picture = () => page.getByAltText('Range bags');
const counted = () => vi.mocked(recordAdEvent).mock.calls;
const seen = (count: number) =>
  expect.poll(counted).toEqual(Array.from({ length: count }, () => ['ad-1', 'impression']));

/** A delay of the ad ends when the browser has made at least one frame after it. */
const frames = (ms: number) =>
  new Promise<void>((resolve) => {
    const start = performance.now();
    const step = () => (performance.now() - start < ms ? requestAnimationFrame(step) : resolve());
    requestAnimationFrame(step);
  });
const LONGER_THAN_A_SECOND = 1200;

/** The ad below an empty space, so that `share` of its picture's height is in the window. */
async function show(ad: Ad, share = 1) {
  const screen = await render(
    <div style={{ paddingBlock: '150vh' }}>
      <PaidAd ad={ad} />
    </div>,
  );
  const image = picture().element() as HTMLImageElement;
  if (!image.complete) await new Promise((resolve) => image.addEventListener('load', resolve, { once: true }));
  const { bottom, height } = image.getBoundingClientRect();
  scrollBy({ top: bottom - height * (1 - share) - innerHeight, behavior: 'instant' });
  return screen;
}

let hidden = false;
const hide = (isHidden: boolean) => {
  hidden = isHidden;
  document.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(async () => {
  vi.mocked(recordAdEvent).mockClear();
  hidden = false;
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  await page.viewport(1024, 600);
});
afterEach(() => {
  vi.useRealTimers();
  changeSettings({ dataSaver: null });
  vi.restoreAllMocks();
  scrollTo(0, 0);
});

test('half of the picture for a second counts once', async () => {
  await show(BANNER, 0.6);
  await seen(1);
  scrollBy({ top: -600, behavior: 'instant' });
  await frames(50);
  scrollBy({ top: 600, behavior: 'instant' });
  await frames(LONGER_THAN_A_SECOND);
  expect(counted()).toHaveLength(1);
});

test('less than half of the picture, or a tab that is hidden, does not count', async () => {
  await show(BANNER, 0.4);
  await frames(LONGER_THAN_A_SECOND);
  expect(counted()).toEqual([]);
  hide(true);
  scrollBy({ top: 200, behavior: 'instant' });
  await frames(LONGER_THAN_A_SECOND);
  expect(counted()).toEqual([]);
  hide(false);
  await seen(1);
});

test('less than a second at a time does not count', async () => {
  // A busy machine would make a pause of 600 ms longer than a second.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await show(BANNER);
  for (let visit = 0; visit < 2; visit++) {
    // The browser reports what is in the window with a frame.
    await frames(50);
    await vi.advanceTimersByTimeAsync(999);
    hide(true);
    hide(false);
  }
  expect(counted()).toEqual([]);
});

test('a picture that does not load is removed and does not count', async () => {
  await render(<PaidAd ad={{ ...BANNER, image_url: 'data:image/png,none' }} />);
  await expect.element(page.getByRole('article', { name: 'Ad' })).toBeVisible();
  await expect.poll(() => picture().query()).toBeNull();
  await frames(LONGER_THAN_A_SECOND);
  expect(counted()).toEqual([]);
});

test('left and middle clicks count, the right one does not', async () => {
  // Below the window, so that no view is counted.
  await render(
    <div style={{ paddingBlockStart: '200vh' }}>
      <PaidAd ad={BANNER} />
    </div>,
  );
  const link = page.getByRole('link', { name: /^Ad: / }).element();
  link.addEventListener('click', (event) => event.preventDefault());
  link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  link.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 1 }));
  link.dispatchEvent(new MouseEvent('auxclick', { bubbles: true, cancelable: true, button: 2 }));
  expect(counted()).toEqual([
    ['ad-1', 'click'],
    ['ad-1', 'click'],
  ]);
});

test('the site that the ad leads to is named; of a page of this site nothing is', async () => {
  await render(<PaidAd ad={BANNER} />);
  await expect.element(page.getByRole('link', { name: /^Ad: / })).toHaveTextContent('bags.example');
  // What is counted of it is said on /privacy.
  await expect.element(page.getByRole('link', { name: 'About this ad' })).toHaveAttribute('href', '/privacy#counting');
  await render(<PaidAd ad={{ ...BANNER, destination_url: '/merch' }} />);
  await expect.element(page.getByRole('link', { name: /^Ad: / }).last()).toHaveTextContent('');
});

test('the mobile picture up to 768 px, the other one from 769 px', async () => {
  await page.viewport(768, 600);
  await render(<PaidAd ad={BANNER} />);
  await expect.element(picture()).toHaveAttribute('src', MOBILE);
  await expect.element(picture()).toHaveAttribute('data-shape', 'mobile');
  await page.viewport(769, 600);
  await expect.element(picture()).toHaveAttribute('src', WIDE);
  await expect.element(picture()).toHaveAttribute('data-shape', 'banner');
});

test('a skyscraper beside the feed is 160 by 600', async () => {
  await page.viewport(1280, 800);
  await render(<PaidAd ad={{ ...BANNER, type: 'skyscraper', mobile_image_url: null }} />);
  const { width, height } = picture().element().getBoundingClientRect();
  expect([width, height]).toEqual([160, 600]);
  expect(AD_SIZES.skyscraper).toEqual({ width: 160, height: 600 });
});

test('data saver shows the name and loads no picture: the link stays, and nothing counts as seen', async () => {
  changeSettings({ dataSaver: true });
  await render(<PaidAd ad={BANNER} />);
  const link = page.getByRole('link', { name: 'Ad: Range bags (opens in a new tab)' });
  await expect.element(link).toHaveTextContent('Range bagsbags.example');
  expect(picture().query()).toBeNull();
  await frames(LONGER_THAN_A_SECOND);
  expect(counted()).toEqual([]);
});

import '#ui/testing/house-styles.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Ad } from '#contract/ad-row.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { changeSettings } from '#data/device/settings.ts';
import type { createStore } from '#lib/store.ts';
import { AD_WIDE } from '#features/ads/first-queries.ts';
import { render } from '#ui/testing/render.tsx';
import { useMedia } from '#ui/use-media.ts';
import { AdSlot } from './ad-slot.tsx';
// Otherwise it is loaded with the ad.
import '#features/ads/queries.ts';

const running = vi.hoisted(() => ({ store: null as ReturnType<typeof createStore> | null }));
vi.mock('#data/replica/live.ts', async () => {
  const { createStore: create } = await import('#lib/store.ts');
  running.store = create<unknown>({ rows: [], ready: false, complete: false });
  return { live: () => running.store };
});

const PICTURE = `data:image/svg+xml,${encodeURIComponent('<svg xmlns="http://www.w3.org/2000/svg" width="728" height="90"/>')}`;
const LONG =
  'Bags and cases for every range, at every distance and in any weather, with a pocket for ear muffs and two for the cards';
const BANNER: Ad = {
  ...{ id: 'banner', type: 'banner', title: LONG, destination_url: `https://${'long-name.'.repeat(9)}example/bags` },
  ...{ image_url: PICTURE, mobile_image_url: null },
};
const SQUARE: Ad = { ...BANNER, id: 'square', type: 'square', title: 'Square', destination_url: null };
const ADS: Record<string, Ad | null> = {
  'our own': null,
  'a banner': BANNER,
  'a banner with a mobile picture': { ...BANNER, mobile_image_url: PICTURE },
  'a mobile ad': { ...BANNER, type: 'mobile' },
  'a square': SQUARE,
  'a banner that leads to a page of this site': { ...BANNER, destination_url: '/merch' },
  'a mobile ad that leads nowhere': { ...BANNER, type: 'mobile', destination_url: null },
};
const SIZES = [
  [320, 640],
  [360, 780],
  [390, 844],
  [1280, 800],
  [1440, 900],
  [1920, 1080],
] as const;

const ad = () => page.getByRole('article');
const placeOf = () => document.querySelector('[data-shape]')!.parentElement!.getBoundingClientRect();
/** Its padding and border. */
const placePadding = () => {
  const slot = document.querySelector('[data-shape]')!;
  const { paddingTop, paddingBottom } = getComputedStyle(slot);
  return placeOf().height - slot.getBoundingClientRect().height + parseFloat(paddingTop) + parseFloat(paddingBottom);
};
const give = (rows: readonly Ad[]) => running.store!.set({ rows, ready: true, complete: true });
const keep = (ads: readonly Ad[]) =>
  adoptSnapshot({ v: 2, account: 'guest', posts: [], me: null, updatedAt: null, ads });
const frames = async (count: number) => {
  for (let frame = 0; frame < count; frame++) await new Promise(requestAnimationFrame);
};

beforeEach(() => running.store!.set({ rows: [], ready: false, complete: false }));
afterEach(() => {
  adoptSnapshot(null);
  changeSettings({ dataSaver: null });
  delete document.documentElement.dataset.textSize;
  scrollTo(0, 0);
});

/** In the widest column that the feed has. */
function Column() {
  const isWide = useMedia(AD_WIDE);
  return (
    <main style={{ maxWidth: 640 }}>
      <AdSlot key={String(isWide)} isWide={isWide} />
    </main>
  );
}

test.each(Object.entries(ADS))('%s has a place of its height before it has loaded, at every size', async (_, shown) => {
  keep(shown ? [shown] : []);
  await render(<Column />);
  await expect.element(ad()).toBeVisible();
  for (const [width, height] of SIZES) {
    for (const textSize of ['normal', 'larger', 'largest']) {
      for (const dataSaver of [false, true]) {
        await page.viewport(width, height);
        document.documentElement.dataset.textSize = textSize;
        changeSettings({ dataSaver });
        await frames(2);
        const full = placeOf().height;
        const article = ad().element() as HTMLElement;
        // Nothing stays empty below it, but for the second line of a short name, or a last one of large text.
        article.style.alignSelf = 'start';
        const free = full - placePadding() - article.getBoundingClientRect().height;
        article.style.removeProperty('align-self');
        const line = 1.6 * parseFloat(getComputedStyle(document.documentElement).fontSize);
        const isExact = textSize === 'normal' && !dataSaver;
        expect
          .soft(free, `${width} px, ${textSize}, data saver ${dataSaver}`)
          .toBeLessThanOrEqual(isExact ? 1 : line + 1);
        article.style.display = 'none';
        expect.soft(placeOf().height, `${width} px, ${textSize}, data saver ${dataSaver}`).toBe(full);
        article.style.removeProperty('display');
      }
    }
  }
});

test('an ad is replaced only while its place is not in the window', async () => {
  await page.viewport(390, 844);
  keep([SQUARE]);
  await render(
    <div style={{ paddingBlock: '10px 300vh' }}>
      <AdSlot isWide={false} />
      <h2>Below</h2>
    </div>,
  );
  await expect.element(page.getByAltText('Square')).toBeInTheDocument();
  const below = () => page.getByRole('heading', { name: 'Below' }).element().getBoundingClientRect().top;
  const before = below();
  give([BANNER]);
  await frames(3);
  expect([placeOf().height > 300, below()]).toEqual([true, before]);
  expect(page.getByAltText('Square').query()).not.toBeNull();
  scrollTo({ top: innerHeight, behavior: 'instant' });
  await expect.element(page.getByAltText(LONG)).toBeInTheDocument();
  expect(placeOf().height).toBeLessThan(200);
});

test.each([
  ['wide', true, 'banner'],
  ['narrow', false, 'mobile'],
])('a %s window starts with the ad of the last visit that fits', async (_, isWide, shape) => {
  keep([{ ...BANNER, type: 'mobile' }, BANNER]);
  await page.viewport(isWide ? 1280 : 390, 844);
  await render(<AdSlot isWide={isWide} />);
  expect(document.querySelector('[data-shape]')).toHaveAttribute('data-shape', shape);
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Ad, AdType } from '#contract/ad-row.ts';
import type { createStore } from '#lib/store.ts';
import { render } from '#ui/testing/render.tsx';
import { useFeedAd, useSideAd } from './queries.ts';

const running = vi.hoisted(() => ({ store: null as ReturnType<typeof createStore> | null }));
vi.mock('#data/replica/live.ts', async () => {
  const { createStore: create } = await import('#lib/store.ts');
  running.store = create<unknown>({ rows: [], ready: true, complete: true });
  return { live: () => running.store };
});

const ad = (id: string, type: AdType): Ad => ({
  ...{ id, type, title: id, destination_url: null, image_url: 'a.png', mobile_image_url: null },
});
const ADS = [ad('banner', 'banner'), ad('tower', 'skyscraper'), ad('square', 'square'), ad('phone', 'mobile')];
const give = (rows: readonly Ad[], synced = true) => running.store?.set({ rows, ready: true, complete: synced });

function Shown({ isWide }: { isWide: boolean }) {
  const ad = useFeedAd(isWide);
  return (
    <p role="note">
      {ad === undefined ? 'nothing' : (ad?.id ?? 'our own')}, {useSideAd()?.id ?? 'nothing'}
    </p>
  );
}
const shown = (ads: string) => expect.element(page.getByRole('note')).toHaveTextContent(ads);

const HOUR_MS = 3_600_000;
const START = new Date('2026-11-25T12:00:00Z');
/** What a wide window shows so many hours after the start. */
const hoursLater = (hour: number) => `${(START.getTime() / HOUR_MS + hour) % 2 === 0 ? 'banner' : 'square'}, tower`;
const leaveAndReturn = () => document.dispatchEvent(new Event('visibilitychange'));
const atHour = (hour: number) => vi.setSystemTime(START.getTime() + hour * HOUR_MS);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  atHour(0);
});
afterEach(() => vi.useRealTimers());

test.each([
  ['wide', true, ['banner', 'square']],
  ['narrow', false, ['banner', 'square', 'phone']],
])('a %s window shows each ad that fits for the same number of hours', async (_, isWide, fitting) => {
  give(ADS);
  await render(<Shown isWide={isWide} />);
  const hours: string[] = [];
  for (let hour = 0; hour < 2 * fitting.length; hour++) {
    atHour(hour);
    leaveAndReturn();
    const from = Math.floor(Date.now() / HOUR_MS) % fitting.length;
    await shown(`${fitting[from]}, tower`);
    hours.push(fitting[from] ?? '');
  }
  for (const id of fitting) expect(hours.filter((one) => one === id)).toHaveLength(2);
});

test('an ad does not change under the reader', async () => {
  give(ADS);
  await render(<Shown isWide />);
  leaveAndReturn();
  await shown(hoursLater(0));
  atHour(1);
  give([...ADS]);
  await new Promise(requestAnimationFrame);
  expect(page.getByRole('note').element().textContent).toBe(hoursLater(0));
  leaveAndReturn();
  await shown(hoursLater(1));
});

test('without an ad that fits the feed shows our own, once the server has sent the ads', async () => {
  give([], false);
  await render(<Shown isWide />);
  await shown('nothing, nothing');
  give([ad('phone', 'mobile')]);
  await shown('our own, nothing');
});

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { momentIn, msSince, msUntil } from './two-clocks.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

/** As a device that sleeps: performance.now() stands still. */
const sleep = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('while the device is awake, both clocks say the same', () => {
  const [past, future] = [momentIn(0), momentIn(5000)];
  vi.advanceTimersByTime(3000);
  expect([msSince(past), msUntil(future)]).toEqual([3000, 2000]);
  vi.advanceTimersByTime(3000);
  expect([msSince(past), msUntil(future)]).toEqual([6000, -1000]);
});

test('sleep counts', () => {
  const [past, future] = [momentIn(0), momentIn(5000)];
  sleep(4000);
  expect([msSince(past), msUntil(future)]).toEqual([4000, 1000]);
});

test('a clock that is set back makes no pause longer', () => {
  const [past, future] = [momentIn(0), momentIn(5000)];
  sleep(-3_600_000);
  vi.advanceTimersByTime(4000);
  expect(msUntil(future)).toBe(1000);
  expect(msSince(past)).toBeGreaterThan(4000);
});

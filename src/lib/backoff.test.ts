import { expect, test } from 'vitest';
import { backoffMs, isPaused } from './backoff.ts';

test('doubles up to a ceiling, jittered in the upper half', () => {
  expect([1, 2, 3, 10, 1000].map((attempt) => backoffMs(attempt, { random: () => 1 }))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ]);
  expect(backoffMs(3, { random: () => 0 })).toBe(2000);
});

test('a stored pause ends, also if the clock is set back meanwhile', () => {
  expect(isPaused(Date.now() + 30_000)).toBe(true);
  expect(isPaused(Date.now() - 1)).toBe(false);
  expect(isPaused(Date.now() + 26 * 3_600_000)).toBe(false);
});

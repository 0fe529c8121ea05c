import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('doubles up to a ceiling, jittered in the upper half', () => {
  expect([1, 2, 3, 10, 1000].map((attempt) => backoffMs(attempt, { random: () => 1 }))).toEqual([
    1000, 2000, 4000, 60_000, 60_000,
  ]);
  expect(backoffMs(3, { random: () => 0 })).toBe(2000);
});

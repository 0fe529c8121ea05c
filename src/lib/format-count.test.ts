import { expect, test } from 'vitest';
import { formatCount } from './format-count.ts';

test('matches Intl for every length of a number, also below zero', () => {
  const intl = new Intl.NumberFormat('en-US');
  for (const count of [0, 7, 42, 999, 1000, 9_999, 12_345, 999_999, 1_000_000, 123_456_789, -5, -999, -1000, -123_456])
    expect(formatCount(count)).toBe(intl.format(count));
});

import { expect, test } from 'vitest';
import { daysBetween, formatDay, lastDays } from './days.ts';

test('days are those of UTC, over the end of a month and a change of clocks', () => {
  expect(lastDays(3, '2026-11-01')).toEqual(['2026-10-30', '2026-10-31', '2026-11-01']);
  expect(daysBetween('2026-10-24', '2026-11-02')).toBe(9);
  expect(daysBetween('2026-11-02', '2026-11-01')).toBe(-1);
  expect(formatDay('2026-11-21')).toBe('Sat, Nov 21');
});

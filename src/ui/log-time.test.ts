import { expect, test } from 'vitest';
import { formatClock, formatLogTime } from './log-time.tsx';

const now = new Date(2026, 10, 21, 14, 5);

test('a narrow screen gets the 24-hour clock, a wide one 12 hours', () => {
  expect(formatClock(now, false)).toBe('14:05');
  expect(formatClock(now, true)).toMatch(/^2:05\sPM$/);
});

test('clock today, weekday within the week, then the date; the future is a date', () => {
  expect(formatLogTime(new Date(2026, 10, 21, 0, 1), now, false)).toBe('00:01');
  expect(formatLogTime(new Date(2026, 10, 20, 23, 59), now, false)).toBe('Fri');
  expect(formatLogTime(new Date(2026, 10, 14, 9), now, false)).toBe('Nov 14');
  expect(formatLogTime(new Date(2026, 10, 25, 9), now, false)).toBe('Nov 25');
});

import { expect, test } from 'vitest';
import { formatClock, formatFull, formatLast, formatLogTime, formatLongDay } from './log-time.ts';

const now = new Date(2026, 10, 21, 14, 5);

test('a narrow screen gets the 24-hour clock, a wide one 12 hours', () => {
  expect(formatClock(now, false)).toBe('14:05');
  expect(formatClock(now, true)).toMatch(/^2:05\sPM$/);
});

test('clock today, weekday within the week, then the date; a future time shows its date', () => {
  expect(formatLogTime(new Date(2026, 10, 21, 0, 1), now)).toBe('00:01');
  expect(formatLogTime(new Date(2026, 10, 20, 23, 59), now)).toBe('Fri');
  expect(formatLogTime(new Date(2026, 10, 14, 9), now)).toBe('Nov 14');
  expect(formatLogTime(new Date(2026, 10, 25, 9), now)).toBe('Nov 25');
});

test('what was up to date earlier than today is shown with its day', () => {
  expect(formatLast(new Date(2026, 10, 21, 14, 5), now, false)).toBe('14:05');
  expect(formatLast(new Date(2026, 10, 21, 14, 5), now, true)).toMatch(/^2:05\sPM$/);
  for (const wide of [true, false]) {
    expect(formatLast(new Date(2026, 10, 20, 14, 5), now, wide)).toBe('Fri');
    expect(formatLast(new Date(2026, 10, 14, 14, 5), now, wide)).toBe('Nov 14');
  }
});

test('matches Intl at every hour and in every month', () => {
  const plain = (text: string) => text.replaceAll('\u202f', ' ');
  const intl = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat('en-US', options);
    return (date: Date) => plain(format.format(date));
  };
  const wideClock = intl({ hour: 'numeric', minute: '2-digit', hour12: true });
  const clock = intl({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const wideFull = intl({ dateStyle: 'long', timeStyle: 'short', hour12: true });
  const longDay = intl({ dateStyle: 'long' });
  const full = intl({ dateStyle: 'medium', timeStyle: 'short', hourCycle: 'h23' });
  for (let hours = 0; hours < 24 * 366; hours += 7) {
    const date = new Date(2026, 0, 1, hours, hours % 60);
    expect(formatClock(date, true)).toBe(wideClock(date));
    expect(formatClock(date, false)).toBe(clock(date));
    expect(formatFull(date, true)).toBe(wideFull(date));
    expect(formatFull(date, false)).toBe(full(date));
    expect(formatLongDay(date)).toBe(longDay(date));
  }
});

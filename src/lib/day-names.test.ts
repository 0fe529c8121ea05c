import { expect, it } from 'vitest';
import { formatDay, nameOfDay } from './day-names.ts';

it('names today and yesterday, and gives other days their date', () => {
  const now = new Date('2026-11-21T09:00:00').getTime();
  const day = (at: string) => new Date(at);
  expect(nameOfDay(day('2026-11-21T00:00:00'), now)).toBe('today');
  expect(nameOfDay(day('2026-11-20T00:00:00'), now)).toBe('yesterday');
  expect(nameOfDay(day('2026-11-19T23:59:59'), now)).toBeNull();
  expect(formatDay(day('2026-11-19T12:00:00'), now)).toBe('Thursday, November 19');
  expect(formatDay(day('2025-11-19T12:00:00'), now)).toBe('Wednesday, November 19, 2025');
});

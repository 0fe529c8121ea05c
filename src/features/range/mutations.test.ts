import { expect, test } from 'vitest';
import { isDue as isDueFor } from '#data/range/due.ts';
import { historyOf } from './mutations.ts';

const isDue = (day: string | null, at: number | null, now: Date, weekdays: number[] = []) =>
  isDueFor({ day, at, weekdays }, now);

const at = (time: string) => new Date(time);

test('a day at the range is packed for once, from the day before until it is over', () => {
  expect(isDue(null, null, at('2026-11-21T09:00'))).toBe(false);
  expect(isDue('2026-11-23', null, at('2026-11-21T23:59'))).toBe(false);
  expect(isDue('2026-11-23', null, at('2026-11-22T00:00'))).toBe(true);
  expect(isDue('2026-11-23', null, at('2026-11-23T23:59'))).toBe(true);
  expect(isDue('2026-11-23', null, at('2026-11-24T00:00'))).toBe(false);
  // A run of an earlier week does not count; one of the day before does.
  expect(isDue('2026-11-23', at('2026-11-15T12:00').getTime(), at('2026-11-22T18:00'))).toBe(true);
  expect(isDue('2026-11-23', at('2026-11-22T12:00').getTime(), at('2026-11-23T06:00'))).toBe(false);
});

test('days of the week are packed for each week', () => {
  // November 21, 2026 is a Saturday.
  expect(isDue(null, null, at('2026-11-19T20:00'), [6])).toBe(false);
  expect(isDue(null, null, at('2026-11-20T20:00'), [6])).toBe(true);
  expect(isDue(null, at('2026-11-20T20:00').getTime(), at('2026-11-21T06:00'), [6])).toBe(false);
  expect(isDue(null, at('2026-11-20T20:00').getTime(), at('2026-11-27T18:00'), [6])).toBe(true);
  // The second of two days is packed for anew.
  expect(isDue(null, at('2026-11-20T20:00').getTime(), at('2026-11-21T20:00'), [6, 0])).toBe(true);
});

test('a thread is packed with at least 50 messages, if it has as many', () => {
  const pages = (message_count: number) =>
    historyOf({ id: 'bob', message_count }).map(({ parameters }) => parameters['page']);
  expect(pages(1)).toEqual([0]);
  expect(pages(100)).toEqual([0]);
  expect(pages(201)).toEqual([2, 1]);
  expect(pages(249)).toEqual([2, 1]);
  expect(pages(250)).toEqual([2]);
});

import { expect, test } from 'vitest';
import { historyOf, isDue } from './mutations.ts';

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

test('a thread is packed with at least 50 messages, if it has as many', () => {
  const pages = (message_count: number) =>
    historyOf({ id: 'bob', message_count }).map(({ parameters }) => parameters['page']);
  expect(pages(1)).toEqual([0]);
  expect(pages(100)).toEqual([0]);
  expect(pages(201)).toEqual([2, 1]);
  expect(pages(249)).toEqual([2, 1]);
  expect(pages(250)).toEqual([2]);
});

import { expect, it } from 'vitest';

import { accountCopy } from './account.ts';

const DAY_MS = 86_400_000;

it.each([
  ['a clock that is a minute old adds no day', 28 * DAY_MS + 60_000, 'in 28 days'],
  ['a day that has begun counts', 27 * DAY_MS + 120_000, 'in 28 days'],
  ['the last day', DAY_MS / 2, 'in 1 day'],
  ['overdue', -DAY_MS, 'today'],
])('the title of a due deletion: %s', (_, left, text) => {
  const now = Date.now();
  expect(accountCopy.dueTitle(new Date(now + left), now)).toBe(`Your account will be deleted ${text}`);
});

import { expect, test } from 'vitest';
import { type PollRow, toPoll } from './poll-row.ts';

const row: PollRow = { id: 'p', question: 'Which?', options: '["A","B"]', counts: '[3,1]', mine: 1, is_counted: 0 };

test('the own vote is added until the server counts it', () => {
  expect(toPoll(row)).toMatchObject({ counts: [3, 2], total: 5, mine: 1 });
  expect(toPoll({ ...row, is_counted: 1 })).toMatchObject({ counts: [3, 1], total: 4 });
  expect(toPoll({ ...row, mine: null })).toMatchObject({ counts: [3, 1], total: 4, mine: null });
});

test('a poll without counts shows zero for every option', () => {
  expect(toPoll({ ...row, counts: null, mine: null })).toMatchObject({ counts: [0, 0], total: 0 });
});

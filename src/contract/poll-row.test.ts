import { expect, test } from 'vitest';
import { type PollRow, toPoll } from './poll-row.ts';

const row: PollRow = { id: 'p', question: 'Which?', options: '["A","B"]', counts: '[3,1]', mine: 1 };

test('a poll shows a count for every option, and their sum', () => {
  expect(toPoll(row)).toMatchObject({ counts: [3, 1], total: 4, mine: 1 });
  expect(toPoll({ ...row, counts: null, mine: null })).toMatchObject({ counts: [0, 0], total: 0 });
});

import { expect, test } from 'vitest';
import { readPoll } from './poll-row.ts';

test('a poll shows a count for every option, and their sum', () => {
  const poll = readPoll('["Which?",["A","B"],[3,1],1]');
  expect(poll).toEqual({ question: 'Which?', options: ['A', 'B'], counts: [3, 1], total: 4, mine: 1 });
  expect(readPoll('["Which?",["A","B"],null,null]')).toMatchObject({ counts: [0, 0], total: 0, mine: null });
  // Of the server's first posts, which are the same for every reader.
  expect(readPoll('["Which?", ["A", "B"], [3]]')).toMatchObject({ counts: [3, 0], total: 3, mine: null });
});

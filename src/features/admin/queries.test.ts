import { expect, test } from 'vitest';
import { groupReports } from './queries.ts';

const row = (id: string, report: string) => ({
  id,
  kind: 'post' as const,
  postId: id,
  username: 'ann',
  title: 'Fog',
  text: '',
  createdAt: report,
  flaggedPosts: 0,
  report: { id: report, reason: 'spam' as const, details: '', reporter: null, createdAt: report },
});

test('reports of one post are one case, in the order of its newest report', () => {
  const cases = groupReports([row('a', '3'), row('b', '2'), row('a', '1')]);
  expect(cases.map(({ id, createdAt, reports }) => [id, createdAt, reports.map((one) => one.id)])).toEqual([
    ['a', '3', ['3', '1']],
    ['b', '2', ['2']],
  ]);
});

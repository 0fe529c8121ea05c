import { expect, test } from 'vitest';
import type { Comment } from '#contract/comment-row.ts';
import { comment, hidden } from './testing/comment.ts';
import { toThread } from './thread.ts';

const shape = (comments: Comment[]) => toThread(comments).map((entry) => [entry.comment.id, entry.depth]);

test('comments are oldest first, with replies below their parent', () => {
  expect(shape([comment('c', 3), comment('a', 1), comment('b2', 4, 'a'), comment('b1', 2, 'a')])).toEqual([
    ['a', 0],
    ['b1', 1],
    ['b2', 1],
    ['c', 0],
  ]);
});

test('an unsent comment is last among its siblings, even if the clock is a year slow', () => {
  expect(shape([comment('mine', 0, null, true), comment('a', 1), comment('b', 2)])).toEqual([
    ['a', 0],
    ['b', 0],
    ['mine', 0],
  ]);
});

test('a reply without its parent is at the top level, and the depth is limited', () => {
  const deep = ['a', 'b', 'c', 'd', 'e', 'f'].map((id, at, all) => comment(id, at, all[at - 1] ?? null));
  expect(shape([...deep, comment('x', 9, 'deleted')]).map(([, depth]) => depth)).toEqual([0, 1, 2, 3, 4, 4, 0]);
});

test('a hidden comment is left out with hidden replies, and stays above others', () => {
  const gone = [hidden('a', 1), hidden('a1', 2, 'a'), hidden('x', 5)];
  expect(shape(gone)).toEqual([]);
  expect(shape([...gone, comment('a11', 3, 'a1'), hidden('a12', 4, 'a1')])).toEqual([
    ['a', 0],
    ['a1', 1],
    ['a11', 2],
  ]);
});

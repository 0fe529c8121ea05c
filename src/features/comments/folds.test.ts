import { expect, test } from 'vitest';
import { ancestorsOf, foldThread } from './folds.ts';
import { comment, hidden } from './testing/comment.ts';
import { toThread } from './thread.ts';

const replies = (count: number, parent: string, from = 1) =>
  Array.from({ length: count }, (_, at) => comment(`${parent}${at + from}`, at + from, parent));
const shape = (comments: Parameters<typeof toThread>[0], open: string[] = []) =>
  foldThread(toThread(comments), (id) => open.includes(id)).map((item) =>
    item.kind === 'fold' ? `${item.parent.id} ${item.isOpen ? '-' : '+'}${item.count}` : item.comment.id,
  );

test('a comment with up to four replies shows all of them', () => {
  expect(shape([comment('a', 0), ...replies(4, 'a'), comment('b', 50)])).toEqual(['a', 'a1', 'a2', 'a3', 'a4', 'b']);
});

test('of more replies three are shown, and the others follow their button when it is open', () => {
  const all = [comment('a', 0), ...replies(5, 'a'), ...replies(2, 'a5'), comment('b', 50)];
  expect(shape(all)).toEqual(['a', 'a1', 'a2', 'a3', 'a +4', 'b']);
  expect(shape(all, ['a'])).toEqual(['a', 'a1', 'a2', 'a3', 'a -4', 'a4', 'a5', 'a51', 'a52', 'b']);
});

test('comments at the top level are never folded, and a hidden one does not count', () => {
  const top = Array.from({ length: 9 }, (_, at) => comment(`t${at}`, at));
  expect(shape(top)).toHaveLength(9);
  const all = [comment('a', 0), ...replies(4, 'a'), hidden('x', 8, 'a'), comment('x1', 9, 'x'), comment('x2', 9, 'x')];
  expect(shape(all)).toEqual(['a', 'a1', 'a2', 'a3', 'a +3']);
});

test('deep replies are folded, unless it is a single one', () => {
  const deep = ['a', 'b', 'c', 'd'].map((id, at, ids) => comment(id, at, ids[at - 1] ?? null));
  expect(shape(deep)).toEqual(['a', 'b', 'c', 'd']);
  const deeper = [...deep, comment('e', 9, 'd'), comment('d2', 10, 'c')];
  expect(shape(deeper)).toEqual(['a', 'b', 'c', 'c +3']);
  expect(shape(deeper, ['c'])).toEqual(['a', 'b', 'c', 'c -3', 'd', 'e', 'd2']);
  expect(ancestorsOf(new Map(deeper.map((each) => [each.id, each])), 'e')).toEqual(['d', 'c', 'b', 'a']);
});

import { expect, test } from 'vitest';
import { arrange, editPictures, toImages } from './edited-pictures.ts';
import type { Picture } from './media.ts';

const picture = (id: string, position: number, alt: string | null = null) => ({ id, position, url: `/${id}.jpg`, alt });

const taken = (id: string): Picture => ({
  ...{ id, name: id, type: 'image/jpeg', bytes: new ArrayBuffer(0), width: 1, height: 1 },
  ...{ preview: '', alt: '', located: false },
});

test('an edit removes and describes only pictures that the post still has', () => {
  const before = [picture('a', 0), picture('b', 1, 'Old'), picture('c', 2, 'Same')];
  expect(editPictures(before, { removed_images: ['a', 'gone'], alts: { b: '', c: 'Same', gone: 'x' } })).toEqual({
    kept: [picture('b', 1), picture('c', 2, 'Same')],
    removed: ['a'],
    described: [['b', null]],
    added: [],
    moved: [],
  });
});

test('new pictures take the gaps after the others, and all move together without gaps if that is too few', () => {
  const edit = (positions: number[], ids: string[], order: string[] = []) => {
    const before = positions.map((position) => picture(`s${position}`, position));
    const { added, moved } = editPictures(before, { images: ids.map(taken), order });
    return { added, moved };
  };
  expect(edit([], ['n', 'm'])).toEqual({ added: [['n', 0], ['m', 1]], moved: [] }); // prettier-ignore
  expect(edit([1, 3], ['n'])).toEqual({ added: [['n', 4]], moved: [] });
  expect(edit([1, 3], ['n'], ['s1', 'n', 's3'])).toEqual({ added: [['n', 2]], moved: [] });
  expect(edit([1, 4], ['n'])).toEqual({ added: [['n', 2]], moved: [['s1', 0], ['s4', 1]] }); // prettier-ignore
});

test('every order is reached in steps in which no two pictures have the same position', () => {
  const ids = ['a', 'b', 'c', 'd', 'e'];
  const orders = ids.reduce<string[][]>(
    (found, id) => found.flatMap((order) => [...order, ''].map((_, at) => order.toSpliced(at, 0, id))),
    [[]],
  );
  expect(orders).toHaveLength(120);
  for (const order of orders) {
    const { kept, moved } = editPictures(
      ids.map((id, at) => picture(id, at)),
      { order },
    );
    const now = new Map(ids.map((id, at) => [id, at]));
    for (const [id, position] of moved) {
      now.set(id, position);
      expect(new Set(now.values()).size).toBe(5);
      expect(position).toBeLessThanOrEqual(5);
    }
    expect(kept.map(({ id }) => id)).toEqual(order);
    expect([...now].toSorted(([, one], [, other]) => one - other).map(([id]) => id)).toEqual(order);
  }
});

test('an order names pictures, or leaves a slot to the others', () => {
  const pictures = ['a', 'b', 'c', 'd'].map((id) => ({ id }));
  const ids = (order: string[]) => arrange(pictures, order).map(({ id }) => id);
  expect(ids([])).toEqual(['a', 'b', 'c', 'd']);
  expect(ids(['b', 'a'])).toEqual(['b', 'a', 'c', 'd']);
  expect(ids(['', 'c', 'b'])).toEqual(['a', 'c', 'b', 'd']);
  expect(ids(['gone', 'd', '', '', '', ''])).toEqual(['d', 'a', 'b', 'c']);
});

test('the list of a post is in the order of its positions, and null without pictures', () => {
  expect(toImages([])).toBe(null);
  const urls = (JSON.parse(toImages([picture('b', 3), picture('a', 0)]) ?? '[]') as { url: string }[]).map(
    ({ url }) => url,
  );
  expect(urls).toEqual(['/a.jpg', '/b.jpg']);
});

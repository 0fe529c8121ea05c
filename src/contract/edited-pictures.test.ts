import { expect, test } from 'vitest';
import { editPictures, freePositions, toImages } from './edited-pictures.ts';

const picture = (id: string, position: number, alt: string | null = null) => ({ id, position, url: `/${id}.jpg`, alt });

test('an edit removes and describes only pictures that the post still has', () => {
  const before = [picture('a', 0), picture('b', 1, 'Old'), picture('c', 2, 'Same')];
  expect(editPictures(before, { removed_images: ['a', 'gone'], alts: { b: '', c: 'Same', gone: 'x' } })).toEqual({
    kept: [picture('b', 1), picture('c', 2, 'Same')],
    removed: ['a'],
    described: [['b', null]],
  });
});

test('new pictures follow the others while there are positions after them', () => {
  expect(freePositions([])).toEqual([0, 1, 2, 3, 4]);
  expect(freePositions([picture('b', 1), picture('d', 3)])).toEqual([4, 0, 2]);
});

test('the list of a post is in the order of its positions, and null without pictures', () => {
  expect(toImages([])).toBe(null);
  const urls = (JSON.parse(toImages([picture('b', 3), picture('a', 0)]) ?? '[]') as { url: string }[]).map(
    ({ url }) => url,
  );
  expect(urls).toEqual(['/a.jpg', '/b.jpg']);
});

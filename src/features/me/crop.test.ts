import { expect, test } from 'vitest';
import { changeView, cropRect, MOST_ZOOM, WHOLE } from './crop.ts';

const WIDE = { width: 400, height: 200 };

test('at first the largest part of the shape, from the middle', () => {
  expect(cropRect(WIDE, 1, WHOLE)).toEqual({ x: 100, y: 0, width: 200, height: 200 });
  expect(cropRect(WIDE, 4, WHOLE)).toEqual({ x: 0, y: 50, width: 400, height: 100 });
});

test('the part never leaves the picture', () => {
  const right = changeView(WIDE, 1, WHOLE, { dx: 9, dy: 9 });
  expect(cropRect(WIDE, 1, right)).toEqual({ x: 200, y: 0, width: 200, height: 200 });
  // The way back begins at the edge and not at where the pointer was.
  expect(cropRect(WIDE, 1, changeView(WIDE, 1, right, { dx: -0.5 })).x).toBe(100);
});

test('zoom is about the middle, at least 1 and bounded', () => {
  const near = changeView(WIDE, 1, WHOLE, { by: 2 });
  expect(cropRect(WIDE, 1, near)).toEqual({ x: 150, y: 50, width: 100, height: 100 });
  expect(changeView(WIDE, 1, near, { by: 100 }).zoom).toBe(MOST_ZOOM);
  expect(changeView(WIDE, 1, near, { by: 0.01 }).zoom).toBe(1);
});

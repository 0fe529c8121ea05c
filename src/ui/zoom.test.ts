import { expect, test } from 'vitest';
import { panBy, WHOLE, zoomAt } from './zoom.ts';

const size = { width: 300, height: 200 };

test('the point under the pointer stays in place', () => {
  const view = zoomAt(WHOLE, 2, { x: 100, y: 50 }, size);
  expect(view).toEqual({ scale: 2, x: -100, y: -50 });
  expect(zoomAt(view, 1.5, { x: 100, y: 50 }, size)).toEqual({ scale: 3, x: -200, y: -100 });
});

test('scale stays between 1 and 5', () => {
  expect(zoomAt({ scale: 2, x: -50, y: -20 }, 0.1, { x: 10, y: 10 }, size)).toEqual(WHOLE);
  expect(zoomAt(WHOLE, 40, { x: 0, y: 0 }, size).scale).toBe(5);
});

test('panning stops at the edge of the picture', () => {
  const view = zoomAt(WHOLE, 2, { x: 150, y: 100 }, size);
  expect(panBy(view, 1000, 1000, size)).toEqual({ scale: 2, x: 0, y: 0 });
  expect(panBy(view, -1000, -1000, size)).toEqual({ scale: 2, x: -300, y: -200 });
  expect(panBy(WHOLE, 40, 40, size)).toEqual(WHOLE);
});

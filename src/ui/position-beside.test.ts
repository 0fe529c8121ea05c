import { expect, test } from 'vitest';
import { positionOf } from './position-beside.ts';

const view = { width: 360, height: 640 };
const size = { width: 200, height: 240 };
const at = (left: number, top: number) => ({ left, top, right: left + 44, bottom: top + 44 });

test('below when there is room, otherwise above', () => {
  expect(positionOf(at(100, 100), size, view, 'start')).toEqual({ left: 100, top: 148 });
  expect(positionOf(at(100, 560), size, view, 'start')).toEqual({ left: 100, top: 316 });
});

test('never past the edge of the viewport, even when it does not fit', () => {
  expect(positionOf(at(312, 100), size, view, 'start').left).toBe(152);
  expect(positionOf(at(4, 100), size, view, 'end').left).toBe(8);
  expect(positionOf(at(100, 20), { width: 200, height: 700 }, view, 'start').top).toBe(8);
});

test('start and end follow the text direction', () => {
  expect(positionOf(at(150, 0), { width: 100, height: 40 }, view, 'start').left).toBe(150);
  expect(positionOf(at(150, 0), { width: 100, height: 40 }, view, 'start', true).left).toBe(94);
  expect(positionOf(at(150, 0), { width: 100, height: 40 }, view, 'end', true).left).toBe(150);
  expect(positionOf(at(150, 0), { width: 100, height: 40 }, view, 'center').left).toBe(122);
});

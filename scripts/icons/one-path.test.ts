import { expect, test } from 'vitest';

import { onePath } from './one-path.ts';

test('a relative first move keeps its position after another path', () => {
  const shape = [
    ['path', { d: 'M9 9h1' }],
    ['path', { d: 'm21.854 2.147-10.94 10.939' }],
    ['path', { d: 'm5 12 7-7 7 7' }],
    ['path', { d: 'm4.93.75h2' }],
  ] as const;
  expect(onePath(shape)).toBe('M9 9h1M21.854 2.147l-10.94 10.939M5 12l7-7 7 7M4.93 .75h2');
});

test('circles, ellipses and rectangles become paths', () => {
  expect(onePath([['circle', { cx: '12', cy: '12', r: '10' }]])).toBe('M2 12a10 10 0 1 0 20 0a10 10 0 1 0 -20 0Z');
  expect(onePath([['rect', { x: '2', y: '4', width: '20', height: '16' }]])).toBe('M2 4h20v16h-20Z');
  expect(onePath([['rect', { x: '2', y: '4', width: '20', height: '16', rx: '2' }]])).toBe(
    'M4 4h16a2 2 0 0 1 2 2v12a2 2 0 0 1 -2 2h-16a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2Z',
  );
  expect(() => onePath([['image', {}]])).toThrow('image');
});

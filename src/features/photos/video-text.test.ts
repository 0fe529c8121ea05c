import { expect, test } from 'vitest';
import { clock, errorName } from './video-text.ts';

test('the codes of media errors have names', () => {
  expect([1, 2, 3, 4, undefined].map(errorName)).toEqual(['aborted', 'network', 'decode', 'unsupported', 'unknown']);
});

test('times are minutes and seconds', () => {
  expect([0, 9.9, 61, 600, NaN].map(clock)).toEqual(['0:00', '0:09', '1:01', '10:00', '0:00']);
});

import { expect, test } from 'vitest';
import { cleanText } from './text.ts';

test.each([
  [' a\u0000b ', 'ab'],
  ['\u200b\u3164', ''],
  ['\u2800', ''],
  ['\u{e0061}\ufe0f', ''],
  ['👩‍🔧', '👩‍🔧'],
  ['\u200bx', '\u200bx'],
])('%j is stored as %j', (value, stored) => {
  expect(cleanText(value)).toBe(stored);
});

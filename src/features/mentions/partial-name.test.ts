import { expect, test } from 'vitest';
import { partialName } from './partial-name.ts';

test.each([
  ['@m', 'm'],
  ['Key is with @mar', 'mar'],
  ['(@tully.sp', 'tully.sp'],
  ['line\n@a_b-', 'a_b-'],
  ['@', null],
  ['@mar ', null],
  ['mail me: a@mar', null],
  ['https://x.example/@mar', null],
  ['@@mar', null],
  ['', null],
])('%j', (text, name) => {
  expect(partialName(text, text.length)).toBe(name);
});

test('only the text before the caret counts', () => {
  expect(partialName('@marge and more', 4)).toBe('mar');
  expect(partialName(`@${'x'.repeat(100_000)}`, 100_001)).toBeNull();
});

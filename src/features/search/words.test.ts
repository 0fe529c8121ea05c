import { expect, test } from 'vitest';
import { excerpt, markWords, matchOf, wordsOf } from './words.ts';

test('a term becomes words, and never a query in the syntax of the index', () => {
  expect(wordsOf('  Fog, at "nine" -OR- (x* NEAR/2 y) ')).toEqual(['fog', 'at', 'nine', 'or', 'x', 'near', '2', 'y']);
  expect(matchOf('Fog "OR" *')).toBe('"fog"* "or"*');
  expect(matchOf(' *** ')).toBe('');
});

test('a letter and its accent are one letter, also in two characters', () => {
  expect(wordsOf('e\u0301te\u0301 CAFE\u0301')).toEqual(['\u00e9t\u00e9', 'caf\u00e9']);
});

test('the beginning of each found word is marked, in any case and with accents', () => {
  const marked = (text: string, term: string) =>
    markWords(text, wordsOf(term))
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');
  expect(marked('Fog and foggy, not defog', 'fog')).toBe('[Fog] and [fog]gy, not defog');
  expect(marked('Café au lait', 'cafe')).toBe('[Café] au lait');
  expect(marked('Ünder 😀 the line', 'under line')).toBe('[Ünder] 😀 the [line]');
  expect(marked('E\u0301te\u0301 in e\u0301t', 'ete')).toBe('[E\u0301te\u0301] in e\u0301t');
  expect(marked('5.56 in wind/rain', '5.56 rain')).toBe('[5].[56] in wind/[rain]');
  expect(marked('No words', '')).toBe('No words');
  expect(marked('土曜日の射撃場と射撃', '射撃場')).toBe('土曜日の[射撃場]と[射撃]');
  expect(marked('今日10mが', '10m か')).toBe('今日[10m]が');
});

test('an excerpt begins near the first found word', () => {
  const text = `${'a long way to the fog '.repeat(6)}here are geese at last ${'and more '.repeat(40)}`;
  expect(excerpt(text, ['geese'])).toMatch(/^…[^…]{1,60}geese at last .*…$/);
  expect(excerpt('Short\n\ntext', ['text'])).toBe('Short text');
  expect(excerpt('x'.repeat(100_000), ['y'])).toHaveLength(161);
  expect(excerpt(`${'土曜日は晴れ。'.repeat(30)}射撃場へ`, ['射撃'])).toMatch(/^….{30,50}射撃場へ$/);
});

test('a term without spaces becomes pairs of letters', () => {
  expect(wordsOf('射撃場')).toEqual(['射撃', '撃場']);
  expect(wordsOf('10m射 บิน')).toEqual(['10m', '射', 'บิ', 'ิน']);
});

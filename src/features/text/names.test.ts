import fc from 'fast-check';
import { expect, test } from 'vitest';
import { candidatesOf, resolveMention } from './names.ts';
import { MEANT } from './testing/marked-texts.ts';
import { tokenize } from './tokens.ts';

const KNOWN = new Map([
  ['bob', 'Bob'],
  ['bob.', 'bob.'],
  ['ann', 'ann'],
  ['ann.', null],
]);

test('the exact name wins over the one without the dots at its end', () => {
  expect(resolveMention('@BOB', KNOWN)).toEqual({ username: 'Bob', text: '@BOB' });
  expect(resolveMention('@bob.', KNOWN)).toEqual({ username: 'bob.', text: '@bob.' });
  expect(resolveMention('@bob..', KNOWN)).toEqual({ username: 'Bob', text: '@bob' });
  expect(resolveMention('@Ann.', KNOWN)).toEqual({ username: 'ann', text: '@Ann' });
});

test.each(MEANT)('%s means %s: %s', (mention, member, isMeant) => {
  expect(resolveMention(mention, new Map([[member, member]]))?.username).toBe(isMeant ? member : undefined);
});

test('a name that no member has, or that is not known, is no link', () => {
  for (const text of ['@ann.b', '@nobody', '@ann_b', '@', '@...', `@${'a'.repeat(31)}`]) {
    expect(resolveMention(text, KNOWN), text).toBeNull();
  }
});

test('a resolved mention is always a part of the text and one of its candidates, for any text', () => {
  const words = fc.constantFrom(
    '@',
    'bob',
    'ann',
    'BOB',
    '.',
    '..',
    ' ',
    '-',
    '_',
    'x@',
    '@bob.',
    'https://e.com/@bob ',
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 12 }), (parts) => {
      const text = parts.join('');
      const tokens = tokenize(text);
      expect(tokens.map((token) => token.text).join('')).toBe(text);
      for (const token of tokens) {
        if (token.kind !== 'mention') continue;
        const found = resolveMention(token.text, KNOWN);
        if (!found) continue;
        expect(token.text.startsWith(found.text)).toBe(true);
        expect(candidatesOf(token.text)).toContain(found.username.toLowerCase());
        expect(token.text.slice(found.text.length)).toMatch(/^[._-]*$/);
      }
    }),
    { numRuns: 300 },
  );
});

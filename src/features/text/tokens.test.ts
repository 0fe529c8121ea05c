import { describe, expect, test } from 'vitest';
import { tokenize } from './tokens.ts';

const kinds = (text: string) => tokenize(text).map(({ kind, text: part }) => `${kind}:${part}`);

describe('tokenize', () => {
  test('joins back to the input, whatever it is', () => {
    for (const text of [
      '',
      '@',
      '#',
      'a@b.co',
      'x https://e.com/a?b=1#c, (www.e.com/a_(b)). @bob. #Zero-Day\n<b>',
      'https://',
      '@...',
    ]) {
      const tokens = tokenize(text);
      expect(tokens.map((token) => token.text).join('')).toBe(text);
      for (const token of tokens) expect(text.slice(token.at, token.at + token.text.length)).toBe(token.text);
    }
  });

  test('takes an address without the sentence around it', () => {
    expect(kinds('see https://example.com/a?b=1, and (www.example.org/a_(b)).')).toEqual([
      'text:see ',
      'link:https://example.com/a?b=1',
      'text:, and (',
      'link:www.example.org/a_(b)',
      'text:).',
    ]);
    expect(tokenize('www.example.com')[0]).toMatchObject({ href: 'https://www.example.com/' });
  });

  test('makes a link of nothing but http and https', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://e.com',
      'https://',
      'http://"onclick=',
      'vbscript:x',
    ]) {
      expect(kinds(text).filter((kind) => kind.startsWith('link'))).toEqual([]);
    }
  });

  test('marks mentions and hashtags in lower case, not inside words or addresses', () => {
    expect(tokenize('@Marge_B. and #Zero-Day')).toMatchObject([
      { kind: 'mention', text: '@Marge_B', name: 'marge_b' },
      { kind: 'text', text: '. and ' },
      { kind: 'hashtag', text: '#Zero-Day', tag: 'zero-day' },
    ]);
    expect(kinds('mail sam@example.com a#b https://e.com/#x')).toEqual([
      'text:mail sam@example.com a#b ',
      'link:https://e.com/#x',
    ]);
  });
});

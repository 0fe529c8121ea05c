import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MARKS } from '#ui/icons/marks.ts';
import { MARKED_TEXTS } from './testing/marked-texts.ts';
import { tokenize } from './tokens.ts';

const kinds = (text: string) => tokenize(text).map(({ kind, text: part }) => `${kind}:${part}`);

describe('tokenize', () => {
  test.each(MARKED_TEXTS)('%j', (text, ...marked) => {
    const tokens = tokenize(text);
    expect(tokens.map((token) => token.text).join('')).toBe(text);
    const found = tokens.flatMap((token) => {
      if (token.kind === 'link') return token.shown;
      return token.kind === 'hashtag' ? `#${token.tag}` : token.kind === 'mention' ? token.text.toLowerCase() : [];
    });
    expect(found).toEqual(marked);
  });

  test('joins back to any input', () => {
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

  test('takes the names of drawn marks, and leaves every other name and time as it is', () => {
    expect(kinds('Up :flag::steel: at 10:30: :Flag: :flags: :nope: https://e.com/:flag:/a')).toEqual([
      'text:Up ',
      'drawn::flag:',
      'drawn::steel:',
      'text: at 10:30: :Flag: :flags: :nope: ',
      'link:https://e.com/:flag:/a',
    ]);
    for (const name of Object.keys(MARKS)) expect(kinds(`:${name}:`)).toEqual([`drawn::${name}:`]);
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

  test('never throws, and links only to http and https, for any text', () => {
    const piece = fc.constantFrom(
      'https://',
      'HTTP://',
      'javascript:',
      'www.',
      '//',
      '\\',
      '@',
      '%00',
      'e.com',
      '"',
      '\uD800',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary', maxLength: 4 }))), (pieces) => {
        const tokens = tokenize(pieces.join(''));
        expect(tokens.map((token) => token.text).join('')).toBe(pieces.join(''));
        for (const token of tokens) if (token.kind === 'link') expect(token.href).toMatch(/^https?:\/\/[^@/]+\//);
      }),
      { numRuns: 150, examples: [[['#@[', ...Array.from({ length: 34_000 }, () => '#@[')]]] },
    );
  });

  test('marks mentions with their dots, and hashtags in lower case, not inside words or addresses', () => {
    expect(tokenize('@Marge_B. and #Zero-Day')).toMatchObject([
      { kind: 'mention', text: '@Marge_B.' },
      { kind: 'text', text: ' and ' },
      { kind: 'hashtag', text: '#Zero-Day', tag: 'zero-day' },
    ]);
    expect(kinds('mail sam@example.com a#b https://e.com/#x')).toEqual([
      'text:mail sam@example.com a#b ',
      'link:https://e.com/#x',
    ]);
  });

  test('shows the host that a link leads to', () => {
    const shown = (text: string) => tokenize(text).flatMap((token) => (token.kind === 'link' ? token.shown : []));
    for (const honest of [
      'https://Example.com/a?b=c#d',
      'www.example.org/ü',
      'http://example.com:8080',
      'https://example.com/straße?q=例え',
      'https://xn--80ak6aa92e.com',
    ])
      expect(shown(honest)).toEqual([honest]);
    for (const [dressed, real] of [
      ['https://münchen.de/a', 'https://xn--mnchen-3ya.de/a'],
      // All Cyrillic, one Cyrillic letter, fullwidth letters.
      ['https://аррӏе.com', 'https://xn--80ak6aa92e.com/'],
      ['https://gооgle.com/a', 'https://xn--ggle-55da.com/a'],
      ['https://ｇｏｏｇｌｅ.com', 'https://google.com/'],
      // Zero-width, soft hyphen, and characters that reverse what follows.
      ['https://goo\u200Bgle.com', 'https://google.com/'],
      ['https://goo\u00ADgle.com', 'https://google.com/'],
      ['https://evil.example/\u202Emoc.elgoog', 'https://evil.example/%E2%80%AEmoc.elgoog'],
      ['https://evil.example/\u2066\u3164', 'https://evil.example/%E2%81%A6%E3%85%A4'],
      // Other ways to write a host.
      ['https://good.example%2eevil.example', 'https://good.example.evil.example/'],
      ['https://evil.example\\.good.example', 'https://evil.example/.good.example'],
      ['http://0x7f.1/a', 'http://127.0.0.1/a'],
    ])
      expect(shown(dressed!), dressed).toEqual([real]);
    // A fraction slash, and the dot of another script, are not part of an address: what is marked leads where it says.
    expect(tokenize('https://google.com⁄evil.example')[0]).toMatchObject({ href: 'https://google.com/' });
    expect(shown('https://google。evil.example')).toEqual([]);
  });

  test('makes no link of an address with a user name', () => {
    for (const text of [
      'https://accounts.google.com@evil.example',
      'https://accounts.google.com:443@evil.example/login',
      'www.rangeday.example@evil.example',
      'https://accounts.google.com%2flogin@evil.example',
    ])
      expect(kinds(text)).toEqual([`text:${text}`]);
  });

  test('takes linear time: 100 kB of any shape is split at once', () => {
    const marks = [
      '.',
      '!',
      '…',
      ')',
      '(',
      '@',
      '#',
      '/',
      '-',
      '_',
      'a',
      'é',
      ' ',
      'www.',
      'https://',
      'a.b/',
      '%',
      '\u202E',
      '[',
      '_',
      "'",
      '射',
      'á.',
      '_@',
      './',
    ];
    const mark = fc.constantFrom(...marks);
    const shapes = fc.tuple(
      fc.array(mark, { maxLength: 4 }),
      fc.array(mark, { minLength: 1, maxLength: 3 }),
      fc.array(mark, { maxLength: 2 }),
    );
    fc.assert(
      fc.property(shapes, ([head, body, tail]) => {
        const shape = body.join('');
        const text = head.join('') + shape.repeat(100_000 / shape.length) + tail.join('');
        const since = performance.now();
        const tokens = tokenize(text);
        expect(performance.now() - since).toBeLessThan(1500);
        expect(tokens.map((token) => token.text).join('') === text).toBe(true);
      }),
      {
        numRuns: 60,
        examples: [
          [[['https://', 'a.b/'], [')'], []]],
          [[['https://', 'a.b/'], ['.'], ['a']]],
          [
            [
              ['https://', 'a.b/'],
              ['!', ')'],
              ['a', ')'],
            ],
          ],
          [[['@'], ['.'], ['a']]],
          [[[], ['!'], ['a']]],
          [[[], ['@'], []]],
          [[[], ['#'], []]],
          [[[], ['#', '@', '['], []]],
          [[['https://', 'a.b/'], ['(', '['], ['a']]],
          [[['https://'], ['射', 'a'], ['.']]],
          [[[], ['_'], ['@', 'b']]],
          [[['.'], ['/', '-'], ['#']]],
        ],
      },
    );
  });
});

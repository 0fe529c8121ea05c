import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MARKED_TEXTS, MEANT } from '#features/text/testing/marked-texts.ts';
import { tokenize } from '#features/text/tokens.ts';
import { type SmallWorld, startSmallWorld } from '../support/social.ts';

// The server finds in a text what the app marks: what a member sees as a tag is counted as one, and whom they mention
// is notified.

let world: SmallWorld;
beforeAll(async () => {
  world = await startSmallWorld();
});
afterAll(() => world.scratch.stop());

/** The tags and names that the server finds in texts, in their order. */
async function marksIn(texts: readonly string[]): Promise<{ tags: string[]; names: string[] }[]> {
  const { rows } = await world.admin.query<{ tags: string[]; names: string[] }>(
    `select array(select tag from private.marks_in(t) where tag is not null order by place) as tags,
      array(select name from private.marks_in(t) where name is not null order by place) as names
     from unnest($1::text[]) with ordinality as e (t, n) order by n`,
    [texts],
  );
  // The server tries a name with and without the dots at its end; dots alone are nobody.
  return rows.map(({ tags, names }) => ({ tags, names: names.filter((name) => /[^.]/.test(name)) }));
}

test('the server finds the tags and mentions of the table that the app is tested with', async () => {
  const found = await marksIn(MARKED_TEXTS.map(([text]) => text));
  for (const [at, [text, ...marked]] of MARKED_TEXTS.entries()) {
    const { tags, names } = found[at]!;
    expect([...tags.map((tag) => `#${tag}`), ...names.map((name) => `@${name}`)].toSorted(), text).toEqual(
      marked.filter((mark) => /^[#@]/.test(mark)).toSorted(),
    );
  }
});

test('the app marks the tags and mentions that the server finds, in any text', async () => {
  const marks = [
    ...[
      '#',
      '＃',
      '@',
      'a',
      'B',
      'é',
      '1',
      '.',
      '-',
      '_',
      '/',
      '&',
      ' ',
      '(',
      ')',
      '[',
      ']',
      "'",
      '"',
      '’',
      '”',
      '—',
      '…',
      '?',
      ':',
      '80',
      '%',
    ],
    ...[
      '\\',
      '|',
      '*',
      ';',
      ',',
      'www.',
      'https://e.co/',
      'HTTP://',
      'https://e.co',
      'tag',
      'İ',
      'I',
      'Σ',
      'ος',
      'ß',
      'ǅ',
      'ſ',
      '\u0301',
      '\u0307',
    ],
    ...[
      '\u0345',
      '\u00AD',
      '\u200B',
      '\u200C',
      '\uFE0F',
      '\u20E3',
      '❤',
      '👍',
      '射撃',
      '。',
      'ไทย',
      'हि',
      '١',
      '²',
      '½',
      'Ⓐ',
      'Ⅷ',
      '𝒜',
      '\u1100',
    ],
  ];
  const texts = fc.sample(
    fc.array(fc.constantFrom(...marks), { maxLength: 14 }).map((parts) => parts.join('')),
    { numRuns: 1000, seed: 14 },
  );
  const found = await marksIn(texts);
  for (const [at, text] of texts.entries()) {
    const tokens = tokenize(text);
    expect(found[at], text).toEqual({
      tags: tokens.flatMap((each) => (each.kind === 'hashtag' ? each.tag : [])),
      names: tokens.flatMap((each) => (each.kind === 'mention' ? each.text.slice(1).toLowerCase() : [])),
    });
  }
});

test('the app and the server have the same letters: at the ends of each range of Unicode, and those with a lower case', async () => {
  const isLetter = (at: number) => /[\p{L}\p{M}\p{N}]/u.test(String.fromCodePoint(at));
  const letters: string[] = [];
  for (let at = 0x21; at < 0xe1000; at += at === 0xd7ff ? 0x801 : 1) {
    const letter = String.fromCodePoint(at);
    const isEnd = isLetter(at) !== isLetter(at - 1) || isLetter(at) !== isLetter(at + 1);
    if ((isEnd || letter.toLowerCase() !== letter) && /\P{Cn}/u.test(letter)) letters.push(letter);
  }
  // Either may know a later version of Unicode.
  const { rows } = await world.admin.query<{ l: string }>(
    'select l from unnest($1::text[]) l where unicode_assigned(l)',
    [letters],
  );
  const words = rows.map(({ l: letter }) => `#a${letter}b`);
  const texts = Array.from({ length: Math.ceil(words.length / 50) }, (_, at) =>
    words.slice(at * 50, at * 50 + 50).join(' '),
  );
  const found = await marksIn(texts);
  for (const [at, text] of texts.entries())
    expect(found[at]?.tags, text).toEqual(tokenize(text).flatMap((each) => (each.kind === 'hashtag' ? each.tag : [])));
});

test('a mention means the same member on the server', async () => {
  await world.admin.query('begin');
  for (const [mention, member, isMeant] of MEANT) {
    await world.admin.query('update profiles set username = $1 where id = $2', [member, world.friend.id]);
    const found = await world.one('select private.member_named(m.name) from private.marks_in($1) m', [mention]);
    expect(found, `${mention} for ${member}`).toBe(isMeant ? world.friend.id : null);
  }
  await world.admin.query('rollback');
});

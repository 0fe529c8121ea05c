import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CreatePost, POST_LIMITS } from '#contract/posts.ts';
import { action, newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// The form's schema and the database accept the same cases, and the database is never less strict.
let scratch: ScratchDatabase;
let admin: pg.Client;
let member: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  await admin.query("update private.rate_limits set max_count = 100000 where action = 'post'");
  member = new Session(await scratch.connect(), await newMember(admin));
});
afterAll(() => scratch.stop());

const { title: T, description: D } = POST_LIMITS;
const WHITE = [' ', '\t', '\n', '\u00a0', '\u1680', '\u2003', '\u2028', '\u202f', '\u3000', '\ufeff', '\u000b'];

const cases: [name: string, post: unknown, accepted: boolean][] = [
  ['a title alone', { title: 'Fog', description: '', visibility: 'public' }, true],
  ['a description alone', { title: '', description: 'Fog', visibility: 'friends' }, true],
  ['neither', { title: '', description: '', visibility: 'public' }, false],
  ['white space only', { title: ' \n\t ', description: '\u00a0', visibility: 'public' }, false],
  ...WHITE.map((space): [string, unknown, boolean] => [
    `white space U+${space.codePointAt(0)?.toString(16)}`,
    { title: space, description: '', visibility: 'public' },
    false,
  ]),
  [
    'a zero-width space, which does not count as text',
    { title: '\u200b', description: '', visibility: 'public' },
    false,
  ],
  ['the longest title', { title: 'x'.repeat(T), description: '', visibility: 'public' }, true],
  ['a title one character longer', { title: 'x'.repeat(T + 1), description: '', visibility: 'public' }, false],
  ['the longest title in emoji', { title: '🎯'.repeat(T), description: '', visibility: 'public' }, true],
  ['a title one emoji longer', { title: '🎯'.repeat(T + 1), description: '', visibility: 'public' }, false],
  ['the longest description', { title: '', description: 'x'.repeat(D), visibility: 'public' }, true],
  ['a description one character longer', { title: '', description: 'x'.repeat(D + 1), visibility: 'public' }, false],
  ['combining marks', { title: 'e\u0301'.repeat(T / 2), description: '', visibility: 'public' }, true],
  [
    'right-to-left and quotes',
    { title: 'שלום "; drop table posts; --', description: '<script>', visibility: 'public' },
    true,
  ],
  ['an unknown visibility', { title: 'x', description: '', visibility: 'private' }, false],
  ['an empty visibility', { title: 'x', description: '', visibility: '' }, false],
];

test.each(cases)('%s', async (_name, post, accepted) => {
  const form = CreatePost.safeParse(post);
  // Accepted input is sent as the form changes it, rejected input unchanged, as a hostile client would.
  const sent = { user_id: member.id, ...((form.success ? form.data : post) as Record<string, unknown>) };
  const [result] = await member.applyCrud(action({ op: 'PUT', table: 'posts', id: randomUUID(), data: sent }));
  expect({ form: form.success, database: result?.status === 'applied' }).toEqual({
    form: accepted,
    database: accepted,
  });
});

test('the form removes characters that Postgres cannot store', () => {
  const parsed = CreatePost.parse({ title: ' a\0b\ud800 ', description: '', visibility: 'public' });
  expect(parsed.title).toBe('ab\ufffd');
});

import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { COMMENT_LIMITS, CreateComment } from '#contract/comments.ts';
import { CreatePoll, POLL_LIMITS } from '#contract/polls.ts';
import { action } from '../support/as-member.ts';
import { post, put, openSmallWorld } from '../support/social.ts';

// The form's schema and the database accept the same cases, and the database is never less strict.
const world = await openSmallWorld();
let on: string;

beforeAll(async () => {
  on = await post(world.author);
});

const IMAGE = 'https://media.example/a.webp';
const T = COMMENT_LIMITS.text;
const comments: [name: string, fields: Record<string, unknown>, accepted: boolean][] = [
  ['some text', { text: 'Well shot' }, true],
  ['no text', { text: '' }, false],
  ['white space', { text: ' \n\u00a0\u3000' }, false],
  ['an image alone', { text: '', image_url: IMAGE }, true],
  ['the longest text', { text: 'x'.repeat(T) }, true],
  ['one character more', { text: 'x'.repeat(T + 1) }, false],
  ['the longest text in emoji', { text: '🎯'.repeat(T) }, true],
  ['an invalid post id', { text: 'x', post_id: 'x' }, false],
  ['an invalid parent id', { text: 'x', parent_id: 'x' }, false],
];
test.each(comments)('comment: %s', async (_name, fields, accepted) => {
  const input = { post_id: on, parent_id: null, image_url: null, ...fields };
  const form = CreateComment.safeParse(input);
  const sent: Record<string, unknown> = form.success ? form.data : input;
  const { friend } = world;
  const [result] = await friend.applyCrud(action(put('comments', { user_id: friend.id, ...sent })));
  expect({ form: form.success, database: result?.status === 'applied' }).toEqual({
    form: accepted,
    database: accepted,
  });
});

const many = (n: number) => Array.from({ length: n }, (_, index) => `Option ${index}`);
const polls: [name: string, fields: Record<string, unknown>, accepted: boolean][] = [
  ['two options', {}, true],
  ['one option', { options: many(1) }, false],
  ['the most options', { options: many(POLL_LIMITS.maxOptions) }, true],
  ['one option more', { options: many(POLL_LIMITS.maxOptions + 1) }, false],
  ['an empty option', { options: ['One', ''] }, false],
  ['a blank option', { options: ['One', '\u2003'] }, false],
  ['no question', { question: ' ' }, false],
  ['the longest question', { question: 'x'.repeat(POLL_LIMITS.question) }, true],
  ['a question one character longer', { question: 'x'.repeat(POLL_LIMITS.question + 1) }, false],
  ['the longest option', { options: ['🎯'.repeat(POLL_LIMITS.option), 'x'] }, true],
  ['an option one character longer', { options: ['x'.repeat(POLL_LIMITS.option + 1), 'x'] }, false],
  ['options that are not a list', { options: 'One, two' }, false],
  ['options that are not strings', { options: [1, 2] }, false],
];
test.each(polls)('poll: %s', async (_name, fields, accepted) => {
  const input = { question: 'When?', options: ['Morning', 'Dusk'], ...fields };
  const form = CreatePoll.safeParse(input);
  const sent: Record<string, unknown> = form.success ? form.data : input;
  const { author } = world;
  const data = { ...sent, options: JSON.stringify(sent.options), created_by: author.id };
  const [result] = await author.applyCrud(action(put('polls', data, randomUUID())));
  expect({ form: form.success, database: result?.status === 'applied' }).toEqual({
    form: accepted,
    database: accepted,
  });
});

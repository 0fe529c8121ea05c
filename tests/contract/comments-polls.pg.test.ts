import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMENT_LIMITS, CreateComment } from '#contract/comments.ts';
import { CreatePoll, POLL_LIMITS } from '#contract/polls.ts';
import { action } from '../support/as-member.ts';
import { post, put, type SmallWorld, startSmallWorld } from '../support/social.ts';

// The same cases for the form's schema and for the database: equal verdicts, and the database is never the looser one.
let world: SmallWorld;
let on: string;

beforeAll(async () => {
  world = await startSmallWorld();
  on = await post(world.author);
});
afterAll(() => world.scratch.stop());

const IMAGE = 'https://media.example/a.webp';
const T = COMMENT_LIMITS.text;
const comments: [name: string, fields: Record<string, unknown>, accepted: boolean][] = [
  ['some text', { text: 'Well shot' }, true],
  ['nothing', { text: '' }, false],
  ['white space', { text: ' \n\u00a0\u3000' }, false],
  ['an image alone', { text: '', image_url: IMAGE }, true],
  ['the longest', { text: 'x'.repeat(T) }, true],
  ['one more', { text: 'x'.repeat(T + 1) }, false],
  ['the longest in emoji', { text: '🎯'.repeat(T) }, true],
  ['a post that is no id', { text: 'x', post_id: 'x' }, false],
  ['a parent that is no id', { text: 'x', parent_id: 'x' }, false],
];
test.each(comments)('comment: %s', async (_name, fields, accepted) => {
  const wanted = { post_id: on, parent_id: null, image_url: null, ...fields };
  const form = CreateComment.safeParse(wanted);
  const sent: Record<string, unknown> = form.success ? form.data : wanted;
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
  ['the most', { options: many(POLL_LIMITS.maxOptions) }, true],
  ['one more', { options: many(POLL_LIMITS.maxOptions + 1) }, false],
  ['an empty option', { options: ['One', ''] }, false],
  ['an option of spaces', { options: ['One', '\u2003'] }, false],
  ['no question', { question: ' ' }, false],
  ['the longest question', { question: 'x'.repeat(POLL_LIMITS.question) }, true],
  ['a longer one', { question: 'x'.repeat(POLL_LIMITS.question + 1) }, false],
  ['the longest option', { options: ['🎯'.repeat(POLL_LIMITS.option), 'x'] }, true],
  ['a longer one', { options: ['x'.repeat(POLL_LIMITS.option + 1), 'x'] }, false],
  ['options that are no list', { options: 'One, two' }, false],
  ['options that are no texts', { options: [1, 2] }, false],
];
test.each(polls)('poll: %s', async (_name, fields, accepted) => {
  const wanted = { question: 'When?', options: ['Morning', 'Dusk'], ...fields };
  const form = CreatePoll.safeParse(wanted);
  const sent: Record<string, unknown> = form.success ? form.data : wanted;
  const { author } = world;
  const data = { ...sent, options: JSON.stringify(sent.options), created_by: author.id };
  const [result] = await author.applyCrud(action(put('polls', data, randomUUID())));
  expect({ form: form.success, database: result?.status === 'applied' }).toEqual({
    form: accepted,
    database: accepted,
  });
});

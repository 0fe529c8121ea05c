import { expect, test } from 'vitest';
import { CreatePost } from '#contract/posts.ts';
import { EMPTY_POLL, pollOf, type PostFields, toPost, withPoll } from './post-draft.ts';

const ID = '018f0000-0000-7000-8000-000000000001';

test.each([
  [{}, { visibility: 'public' }],
  [{ audience: 'friends' }, { visibility: 'friends' }],
  [
    { audience: 'chosen', chosen: [ID] },
    { visibility: 'friends', shared_with: [ID] },
  ],
  [
    { audience: 'chosen', chosen: [] },
    { visibility: 'friends', shared_with: [] },
  ],
  [
    { audience: 'me', chosen: [ID] },
    { visibility: 'friends', shared_with: [] },
  ],
] satisfies [PostFields, object][])('the audience of %j', (text, expected) => {
  expect(toPost({ title: 'x', ...text }, false)).toEqual({ title: 'x', description: '', ...expected });
});

test('only the ceo pins a new post and gives it a video', () => {
  expect(toPost({ title: 'x', video: ID }, false)).not.toHaveProperty('video');
  expect(toPost({ title: 'x', video: ID }, true)).toHaveProperty('video', ID);
  expect(toPost({ title: 'x', sticky: true }, false)).not.toHaveProperty('sticky');
  expect(toPost({ title: 'x', sticky: true }, true)).toHaveProperty('sticky', true);
});

test('a poll starts with two options, survives the draft, and must be filled in', () => {
  expect(EMPTY_POLL.options).toHaveLength(2);
  const poll = { question: 'When?', options: ['Morning', 'Dusk', ''] };
  expect(pollOf(withPoll(poll))).toEqual(poll);
  expect(pollOf(withPoll(EMPTY_POLL))).toEqual(EMPTY_POLL);
  expect(pollOf({ poll: { ...poll, isOff: true } })).toBeNull();
  const codeOf = (fields: PostFields) =>
    CreatePost.safeParse(toPost(fields, false)).error?.issues.map(({ message }) => message);
  expect(codeOf({ title: 'x', ...withPoll(poll) })).toEqual(['poll_incomplete']);
  expect(codeOf({ title: 'x', ...withPoll({ ...poll, options: ['Morning', 'Dusk'] }) })).toBeUndefined();
  expect(codeOf(withPoll({ ...poll, options: ['Morning', 'Dusk'] }))).toEqual(['post_empty']);
});

test('a gif is content', () => {
  expect(CreatePost.safeParse(toPost({ gif_url: 'https://media.example/a.gif' }, false)).success).toBe(true);
  expect(CreatePost.safeParse(toPost({ gif_url: 'javascript:alert(1)' }, false)).success).toBe(false);
});

import { expect, test } from 'vitest';
import { toFeedPost } from './feed-post.ts';
import { feedRowOf } from './testing/feed-row-of.ts';

const GUEST = { kind: 'guest' } as const;
const ME = '018f0000-0000-7000-8000-000000000001';
const row = feedRowOf({
  ...{ id: 'p', user_id: ME, title: 'T', visibility: 'public', created_at: '2026-11-21T10:00:00Z', sticky: 1 },
  ...{ author: '{"username":"alice","profile_image_url":null,"rank":2}', comment_count: 3 },
});

test('numbers become booleans, and missing joins become zero', () => {
  expect(toFeedPost(row, GUEST)).toMatchObject({
    sticky: true,
    score: 0,
    comment_count: 3,
    description: '',
    mine: false,
    state: null,
  });
});

test('an own post shows the session’s username before the profile has synced', () => {
  const unsynced = { ...row, author: null };
  expect(toFeedPost(unsynced, { kind: 'member', userId: ME, username: 'alice' })).toMatchObject({
    author: { username: 'alice' },
    mine: true,
  });
});

test('only a rejected post shows a reason; the reason of a delay stays hidden', () => {
  expect(toFeedPost({ ...row, state: 'queued', last_error: 'timeout' }, GUEST).refusal).toBeNull();
  expect(toFeedPost({ ...row, state: 'refused', last_error: 'No.' }, GUEST).refusal).toBe('No.');
  expect(toFeedPost({ ...row, state: 'from a later release' }, GUEST).state).toBeNull();
});

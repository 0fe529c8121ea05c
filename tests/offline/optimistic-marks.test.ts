import { afterEach, beforeEach, expect, test } from 'vitest';
import type { FeedRow } from '#contract/feed-post.ts';
import { readPoll } from '#contract/poll-row.ts';
import { discardAction, hideForDiscard, undoDiscard } from '#data/outbox/discard.ts';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { addComment, deleteComment, likeComment } from '#features/comments/mutations.ts';
import { MAIN_FEED_SQL } from '#features/feed/feed-sql.ts';
import { updateProfile } from '#features/me/mutations.ts';
import { votePoll } from '#features/polls/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { blockMember } from '#features/safety/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';
const POST = '018f0000-0000-7000-8000-000000000003';
const COMMENT = '018f0000-0000-7000-8000-000000000004';

let me: SignedIn;
const feed = () => me.db.getAll<FeedRow>(MAIN_FEED_SQL, [10]);
const score = async () => {
  const [post] = await feed();
  return [post?.score, post?.vote];
};
const comments = () =>
  me.db.getAll<{ id: string; text: string; likes: number; liked: number; state: string | null }>(COMMENTS_SQL, [POST]);
const likes = async () => {
  const [comment] = await comments();
  return [comment?.likes, comment?.liked];
};

const UNLIKED = '0199c0de-0000-7000-8000-00000000000f';

beforeEach(async () => {
  me = await signIn(ME);
  const post = {
    user_id: BOB,
    title: 'Zeroed',
    visibility: 'public',
    status: 'live',
    created_at: '2026-11-21T10:00:00Z',
  };
  await me.synced('posts', POST, post);
  await me.synced('post_stats', POST, { score: 5, comment_count: 1 });
  const comment = { post_id: POST, user_id: BOB, text: 'Which bay?', created_at: '2026-11-21T10:01:00Z' };
  await me.synced('comments', COMMENT, comment);
  await me.synced('comment_stats', COMMENT, { post_id: POST, likes: 2 });
});
afterEach(() => me.close());

test('a vote, like or profile that a log-in restored, and that may have arrived, is taken back on the server', async () => {
  await me.synced('my_profile', ME, { username: 'me', city: 'Dayton', privacy_settings: '{}' });
  const profile = { username: 'me', first_name: '', last_name: '', state: '', about: '', dob: '' };
  await votePost(POST, 1);
  await likeComment(COMMENT, true);
  await updateProfile({ ...profile, city: 'Xenia', privacy_settings: {} });
  // What restoreQueue leaves.
  await me.db.execute('UPDATE outbox SET attempts = 0, uncertain = 1');
  await votePost(POST, 1);
  await likeComment(COMMENT, false);
  await updateProfile({ ...profile, city: 'Dayton', privacy_settings: {} });
  const ops = (await me.drain()).flatMap((action) =>
    action.ops.map(({ op, table, data }) => [op, table, data?.['city']]),
  );
  expect(ops).toEqual([
    ['PUT', 'post_votes', undefined],
    ['PUT', 'comment_likes', undefined],
    ['PATCH', 'profiles', 'Xenia'],
    ['DELETE', 'post_votes', undefined],
    ['DELETE', 'comment_likes', undefined],
    ['PATCH', 'profiles', 'Dayton'],
  ]);
});

test('a vote counts at once, and exactly once until it is synced', async () => {
  expect(await score()).toEqual([5, 0]);
  await votePost(POST, 1);
  expect(await score()).toEqual([6, 1]);
  const [sent] = await me.drain();
  expect(await score()).toEqual([6, 1]);
  // The stream delivers the vote and the new sum. PowerSync may apply both only when the queue is empty.
  const id = sent?.ops[0]?.id ?? '';
  await me.synced('post_votes', id, { post_id: POST, user_id: ME, value: 1 });
  await me.synced('post_stats', POST, { score: 6, comment_count: 1 });
  expect(await score()).toEqual([6, 1]);
  await me.db.execute('DELETE FROM outbox');
  expect(await score()).toEqual([6, 1]);

  await votePost(POST, -1);
  expect(await score()).toEqual([4, -1]);
  await votePost(POST, -1);
  expect(await score()).toEqual([5, 0]);
  await me.drain();
  expect(await score()).toEqual([5, 0]);
});

test('a like counts at once, and exactly once until it is synced', async () => {
  await likeComment(COMMENT, true);
  expect(await likes()).toEqual([3, 1]);
  const [sent] = await me.drain();
  const id = sent?.ops[0]?.id ?? '';
  await me.synced('comment_likes', id, { post_id: POST, comment_id: COMMENT, user_id: ME });
  await me.synced('comment_stats', COMMENT, { post_id: POST, likes: 3 });
  await me.db.execute('DELETE FROM outbox');
  expect(await likes()).toEqual([3, 1]);
  await likeComment(COMMENT, false);
  expect(await likes()).toEqual([2, 0]);
});

test('the first like of a comment counts, although a comment that nobody likes has no count on the device', async () => {
  const synced = { post_id: POST, user_id: BOB, text: 'Bay 5', created_at: '2026-11-21T10:02:00Z' };
  await me.synced('comments', UNLIKED, synced);
  const shown = async () => (await comments()).find(({ id }) => id === UNLIKED);
  expect(await shown()).toMatchObject({ likes: 0, liked: 0 });
  await likeComment(UNLIKED, true);
  expect(await shown()).toMatchObject({ likes: 1, liked: 1 });
  await likeComment(UNLIKED, false);
  expect(await shown()).toMatchObject({ likes: 0, liked: 0 });
});

test('a comment counts at once, and no longer when it is deleted, discarded or hidden for a discard', async () => {
  const count = async () => (await feed())[0]?.comment_count;
  expect(await count()).toBe(1);
  const own = await addComment({ post_id: POST, parent_id: null, text: 'Bay 4' });
  expect(await count()).toBe(2);
  const [{ id: action_id } = { id: '' }] = await me.db.getAll<{ id: string }>('SELECT id FROM outbox');
  await hideForDiscard(action_id);
  expect(await count()).toBe(1);
  await undoDiscard(action_id);
  expect(await count()).toBe(2);
  await me.drain();
  expect(await count()).toBe(2);
  if (own.ok) await deleteComment(own.id);
  expect(await count()).toBe(1);

  const unsent = await addComment({ post_id: POST, parent_id: null, text: 'Bay 5' });
  expect(await count()).toBe(2);
  if (unsent.ok) await deleteComment(unsent.id);
  expect(await count()).toBe(1);
});

test('a vote in a poll counts at once, and no longer when it is discarded', async () => {
  const POLL = '018f0000-0000-7000-8000-000000000005';
  const results = async () => readPoll(String((await feed())[0]?.poll));
  await me.synced('posts', POST, { user_id: BOB, visibility: 'public', status: 'live', poll_id: POLL });
  await me.synced('polls', POLL, { post_id: POST, question: 'Which?', options: '["A","B"]' });
  await me.synced('poll_stats', POLL, { post_id: POST, counts: '[3,1]', total: 4 });
  await votePoll(POLL, 1);
  expect(await results()).toMatchObject({ question: 'Which?', counts: [3, 2], total: 5, mine: 1 });
  const [{ id: action_id } = { id: '' }] = await me.db.getAll<{ id: string }>('SELECT id FROM outbox');
  await discardAction(action_id);
  expect(await results()).toMatchObject({ counts: [3, 1], total: 4, mine: null });
});

test('a rejected comment keeps its text under its post until it is retried or discarded', async () => {
  const result = await addComment({ post_id: POST, parent_id: COMMENT, text: 'Held words' });
  expect((await comments()).map(({ text, state }) => [text, state])).toContainEqual(['Held words', 'queued']);
  const id = result.ok ? result.id : '';
  await me.db.execute(`UPDATE outbox SET state = 'refused', last_error = 'Locked.'`);
  // The next checkpoint removes the row.
  await me.db.execute('DELETE FROM ps_data__comments WHERE id = ?', [id]);
  expect((await comments()).map(({ text, state }) => [text, state])).toContainEqual(['Held words', 'refused']);
});

test('an unsent edit differs from an unsent post', async () => {
  const mine = await createPost({ title: 'Mine', description: '', visibility: 'public' });
  expect(await feed()).toMatchObject([
    { title: 'Mine', state: 'queued', is_new: 1 },
    { id: POST, is_new: 0 },
  ]);
  const id = mine.ok ? mine.id : '';
  await me.drain();
  await me.synced('posts', id, {
    user_id: ME,
    title: 'Mine',
    visibility: 'public',
    status: 'live',
    created_at: '2026-11-21T11:00:00Z',
  });
  await me.db.execute('DELETE FROM outbox');
  await editPost({ id, title: 'Mine, corrected', description: '' });
  expect((await feed())[0]).toMatchObject({ title: 'Mine, corrected', state: 'queued', is_new: 0 });
});

test('posts and comments of a blocked member are not shown', async () => {
  await blockMember(BOB);
  expect(await feed()).toEqual([]);
  expect(await comments()).toMatchObject([{ id: COMMENT, hidden: 'blocked' }]);
});

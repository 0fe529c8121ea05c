import { afterEach, beforeEach, expect, test } from 'vitest';
import { BOARDS_SQL } from '#features/boards/boards-sql.ts';
import { COMMENTS_SQL } from '#features/comments/comments-sql.ts';
import { FRIENDS_FEED_SQL, MAIN_FEED_SQL, TRENDING_FEED_SQL } from '#features/feed/feed-sql.ts';
import { INBOX_SQL, UNREAD_SQL as UNREAD_MESSAGES_SQL } from '#features/messages/messages-sql.ts';
import { NOTIFICATIONS_SQL, UNREAD_SQL } from '#features/notifications/notifications-sql.ts';
import { blockMember, muteMember, unblockMember, unmuteMember } from '#features/safety/mutations.ts';
import { TAG_POSTS_SQL, tagPattern } from '#features/tags/tags-sql.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (n: number): string => `018f0000-0000-7000-8000-${String(n).padStart(12, '0')}`;
const [ME, ANN, PEST] = [id(1), id(2), id(3)];
const [OPEN, CLOSED, OF_PEST, CLOSED_OF_PEST] = [id(10), id(11), id(12), id(13)];
const created_at = '2026-11-21T10:00:00Z';
const cardOf = (member: string) => JSON.stringify({ username: member === ANN ? 'ann' : 'pest' });

let me: SignedIn;

/** Everything that two members do to the reader's lists, half of it by each. */
async function fill(): Promise<void> {
  const post = (n: string, user_id: string, visibility: string) =>
    me.synced('posts', n, { user_id, title: 'Fog #geese', visibility, status: 'live', created_at });
  await post(OPEN, ANN, 'public');
  await post(CLOSED, ANN, 'friends');
  await post(OF_PEST, PEST, 'public');
  await post(CLOSED_OF_PEST, PEST, 'friends');
  for (const one of [OPEN, OF_PEST]) {
    await me.synced('listed_posts', `trending:${one}`, { list: 'trending', post_id: one, trending_score: 1 });
    await me.synced('listed_posts', `geese:${one}`, { list: '#geese', post_id: one });
  }
  const listed = [ANN, PEST].map((user_id) => ({ id: user_id, user_id, text: '#geese', created_at }));
  await me.synced('tag_comments', OPEN, { list: '#geese', post_id: OPEN, comments: JSON.stringify({ list: listed }) });
  for (const [n, member] of [ANN, PEST].entries()) {
    const author = cardOf(member);
    await me.synced('friends', id(20 + n), { user_id: ME, friend_id: member, status: 'accepted', created_at });
    await me.synced('comments', id(30 + n), { user_id: member, post_id: OPEN, text: 'So', created_at });
    await me.synced('leaderboards', id(40 + n), { kind: 'user', rank: n, user_id: member, author, score: 5 });
    await me.synced('threads_index', member, { user_id: member, author, unread: 1, last_sent_at: created_at });
    for (const [m, type] of ['mention', 'comment', 'friend_accept'].entries()) {
      const data = JSON.stringify({ from_user_id: member, post_id: member });
      await me.synced('notifications', id(50 + 10 * n + m), { user_id: ME, type, data, is_read: 0, created_at });
    }
  }
  await me.synced('notifications', id(80), { user_id: ME, type: 'promotion', data: '{}', is_read: 0, created_at });
}

const idsOf = async (sql: string, parameters: unknown[] = []): Promise<string[]> =>
  (await me.db.getAll<{ id: string }>(sql, parameters)).map((row) => row.id).toSorted();
const countOf = async (sql: string): Promise<number> => (await me.db.get<{ unread: number }>(sql, [ME])).unread;

/** What each screen shows. */
async function screens() {
  const tagged = await me.db.getAll<{ id: string; comments: string }>(TAG_POSTS_SQL, [
    '#geese',
    ME,
    tagPattern('geese'),
  ]);
  const comments = await me.db.getAll<{ user_id: string; hidden: string | null }>(COMMENTS_SQL, [OPEN]);
  return {
    main: await idsOf(MAIN_FEED_SQL, [50]),
    friends: await idsOf(FRIENDS_FEED_SQL, [ME, 50]),
    trending: await idsOf(TRENDING_FEED_SQL),
    'top users': (await me.db.getAll<{ user_id: string }>(BOARDS_SQL)).map(({ user_id }) => user_id),
    tag: tagged.map((row) => row.id).toSorted(),
    'comments of a tag': tagged.flatMap((row) =>
      (JSON.parse(row.comments) as { user_id: string }[]).map(({ user_id }) => user_id),
    ),
    comments: comments.filter(({ hidden }) => hidden === null).map(({ user_id }) => user_id),
    inbox: await idsOf(INBOX_SQL, [ME]),
    'unread messages': await countOf(UNREAD_MESSAGES_SQL),
    notifications: (await idsOf(NOTIFICATIONS_SQL, [ME])).length,
    'unread notifications': await countOf(UNREAD_SQL),
  };
}

const ALL = {
  main: [OPEN, OF_PEST],
  friends: [CLOSED, CLOSED_OF_PEST],
  trending: [OPEN, OF_PEST],
  'top users': [ANN, PEST],
  tag: [OPEN, CLOSED, OF_PEST, CLOSED_OF_PEST],
  'comments of a tag': [ANN, PEST],
  comments: [ANN, PEST],
  inbox: [ANN, PEST],
  'unread messages': 2,
  notifications: 7,
  'unread notifications': 7,
};
const WITHOUT_PEST = {
  main: [OPEN],
  friends: [CLOSED],
  trending: [OPEN],
  'top users': [ANN],
  tag: [OPEN, CLOSED],
  'comments of a tag': [ANN],
  comments: [ANN],
  inbox: [ANN],
  'unread messages': 1,
  notifications: 4,
  'unread notifications': 4,
};

beforeEach(async () => {
  me = await signIn(ME);
  await fill();
});
afterEach(() => me.close());

test('a member who is blocked leaves every list and count at once, before anything is sent, and returns when unblocked', async () => {
  expect(await screens()).toEqual(ALL);
  expect(await blockMember(PEST)).toMatchObject({ ok: true });
  expect(await screens()).toEqual(WITHOUT_PEST);
  // Friend or not: only the server ends a friendship.
  await unblockMember(PEST);
  expect(await screens()).toEqual(ALL);
});

test('a member who is muted leaves them, too, but can still write messages', async () => {
  expect(await muteMember(PEST)).toMatchObject({ ok: true });
  expect(await screens()).toEqual({ ...WITHOUT_PEST, inbox: ALL.inbox, 'unread messages': 2 });
  await unmuteMember(PEST);
  expect(await screens()).toEqual(ALL);
});

test('a board shows five members: the next one takes the place of a member who is blocked', async () => {
  const others = Array.from({ length: 5 }, (_, n) => id(90 + n));
  for (const [n, user_id] of others.entries())
    await me.synced('leaderboards', id(60 + n), {
      kind: 'user',
      rank: 2 + n,
      user_id,
      author: cardOf(user_id),
      score: 1,
    });
  const shown = async () => (await screens())['top users'];
  expect(await shown()).toEqual([ANN, PEST, ...others.slice(0, 3)]);
  await blockMember(PEST);
  expect(await shown()).toEqual([ANN, ...others.slice(0, 4)]);
});

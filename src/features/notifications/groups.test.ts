import { expect, test } from 'vitest';
import { authorOf } from '#contract/testing/author-of.ts';
import { groupNotifications } from './groups.ts';
import type { Notification } from './queries.ts';

let made = 0;
const notification = (username: string, rest: Partial<Notification> = {}): Notification => ({
  id: `n${(made += 1)}`,
  type: 'comment',
  data: { post_id: 'post' },
  isRead: false,
  created_at: '',
  commentId: null,
  author: authorOf(username),
  postTitle: null,
  request: null,
  answerState: null,
  ...rest,
});

test('comments on one post are one entry, with each member once and the newest first', () => {
  const rows = [notification('marge'), notification('kip'), notification('marge', { isRead: true })];
  const { fresh, earlier } = groupNotifications(rows, () => true);
  expect(fresh.map(({ authors }) => authors.map(({ username }) => username))).toEqual([['marge', 'kip']]);
  expect(fresh[0]).toMatchObject({ newest: rows[0], ids: rows.map(({ id }) => id), isRead: false });
  expect(earlier).toEqual([]);
});

test('new and older comments on a post are two entries', () => {
  const rows = [notification('marge'), notification('kip', { isRead: true })];
  const { fresh, earlier } = groupNotifications(rows, ({ isRead }) => !isRead);
  expect([fresh.length, earlier.length]).toEqual([1, 1]);
});

test('mentions in one post stay separate, and a declined request is not listed', () => {
  const rows = [
    notification('marge', { type: 'mention' }),
    notification('kip', { type: 'mention' }),
    notification('bo', { type: 'friend_request', request: 'declined' }),
  ];
  expect(groupNotifications(rows, () => true).fresh).toHaveLength(2);
});

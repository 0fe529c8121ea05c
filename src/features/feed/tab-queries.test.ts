import { expect, test } from 'vitest';
import { type FeedRow, toFeedPost } from '#contract/feed-post.ts';
import { adoptSnapshot } from '#data/first-screen/snapshot.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import { friendsFeed } from './tab-queries.ts';

const member = (userId: string): Member => ({ kind: 'member', userId, email: '', username: userId });

test('before the database is open, the friends tab has the posts of its account’s snapshot', () => {
  const ann = member('ann');
  const post = toFeedPost({ id: 'p', user_id: 'ann', title: 'For friends', visibility: 'friends' } as FeedRow, ann);
  adoptSession(ann);
  expect(friendsFeed.get()).toEqual({ posts: [], synced: false });
  adoptSnapshot({ v: 2, account: 'ann', posts: [], friends: [post], me: null, updatedAt: null });
  expect(friendsFeed.get()).toEqual({ posts: [post], synced: true });
  adoptSession(member('bob'));
  expect(friendsFeed.get()).toEqual({ posts: [], synced: false });
});

import { expect, test } from 'vitest';
import { closeReplica } from '#data/connection/lifecycle.ts';
import { snapshotStore } from '#data/first-screen/snapshot.ts';
import { showRow } from '#data/replica/powersync-tables.ts';
import { openedReplica, setReplicaOpener } from '#data/replica/replica.ts';
import { adoptSession, GUEST } from '#data/session/session.ts';
import { friendsFeed, storeFriendsPosts } from './tab-queries.ts';

test('friends-only posts of the device are kept for the next start although the tab was never open', async () => {
  setReplicaOpener(() => import('#data/connection/lifecycle.ts'));
  const account = crypto.randomUUID();
  adoptSession({ kind: 'member', userId: account, email: 'a@example.test', username: 'alice' });
  const replica = await openedReplica();
  if (!replica) throw new Error('No database was opened.');
  const id = crypto.randomUUID();
  const post = { id, user_id: account, title: 'For friends', visibility: 'friends', status: 'live' };
  await showRow(replica.db, 'posts', id, { ...post, created_at: '2026-11-21T10:00:00Z' });
  void storeFriendsPosts();
  await expect.poll(() => snapshotStore.get()?.friends?.map(({ title }) => title)).toEqual(['For friends']);
  expect(friendsFeed.get()).toMatchObject({ posts: [{ id }], synced: true });
  await closeReplica({ wipe: true });
  adoptSession(GUEST);
});

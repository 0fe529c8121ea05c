import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { readKey, removeKey } from '../device/kv.ts';
import { adoptSession, GUEST, type Session } from '../session/session.ts';
import { snapshotKey } from './drawn-keys.ts';
import { showSnapshotOf } from './next-snapshot.ts';
import { adoptSnapshot, flushSnapshot, storeSnapshot, snapshotStore } from './snapshot.ts';

const row = (id: string, user_id: string) =>
  feedRowOf({ id, user_id, title: id, visibility: 'public', created_at: '2026-11-27T10:00:00Z' });
const member = (userId: string): Session => ({ kind: 'member', userId, email: '', username: null });
const shown = () => snapshotStore.get()?.posts.map(({ id, mine }) => `${id}${mine ? ' mine' : ''}`);

/** Shows a feed as it was synced. */
function open(session: Session, id: string, author = 'zoe') {
  adoptSession(session);
  const account = session.kind === 'member' ? session.userId : 'guest';
  const posts = [toFeedPost(row(id, author), session)];
  adoptSnapshot({ v: 2, account, posts, me: null, updatedAt: '2026-11-27T10:00:00Z' });
  storeSnapshot(account, { posts });
  return flushSnapshot();
}

async function change(session: Session) {
  adoptSession(session);
  const showing = showSnapshotOf(session);
  const atOnce = shown();
  await showing;
  return atOnce;
}

const server = vi.fn<typeof fetch>();
beforeEach(() => {
  server.mockRejectedValue(new TypeError('Failed to fetch'));
  vi.stubGlobal('fetch', server);
  vi.stubGlobal('location', { origin: 'http://host' });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  adoptSnapshot(null);
  for (const account of ['guest', 'ann', 'bob']) await removeKey(snapshotKey(account));
});

test('a member who logs in sees the guest’s feed in the same frame, with their own posts as theirs, also after a reload', async () => {
  await open(GUEST, 'p1', 'ann');
  expect(await change(member('ann'))).toEqual(['p1 mine']);
  expect(await readKey(snapshotKey('ann'))).toMatchObject({ account: 'ann', posts: [{ id: 'p1' }], updatedAt: null });
});

test('nothing of one member is shown to the next one, on screen or stored', async () => {
  await open(GUEST, 'public');
  await open(member('ann'), 'of ann');
  await change(member('bob'));
  expect(shown()).toEqual(['public']);
  await flushSnapshot();
  expect(JSON.stringify(await readKey(snapshotKey('bob')))).not.toContain('of ann');
});

test('the member’s own snapshot replaces the guest’s', async () => {
  await open(member('ann'), 'of ann');
  await open(GUEST, 'public');
  await change(member('ann'));
  expect(shown()).toEqual(['of ann']);
});

test('a device without any snapshot shows the server’s newest posts, unless the account has changed again', async () => {
  server.mockImplementation(async () => Response.json({ posts: [row('newest', 'zoe')], ads: [] }));
  await change(member('ann'));
  expect(shown()).toEqual(['newest']);
  adoptSnapshot(null);
  await removeKey(snapshotKey('ann'));
  adoptSession(member('ann'));
  const showing = showSnapshotOf(member('ann'));
  adoptSession(member('bob'));
  await showing;
  expect(shown()).toBeUndefined();
});

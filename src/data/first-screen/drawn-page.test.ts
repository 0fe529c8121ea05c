import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { toFeedPost } from '#contract/feed-post.ts';
import { readKey, removeKey, SESSION_KEY, writeKey } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import { type DrawnPage, drawnPageKey, findDrawnPage, isDrawnPageStored, keepDrawnPage } from './drawn-page.ts';
import { dropSnapshot, flushSnapshot, keepSnapshot, snapshotStore } from './snapshot.ts';

const EMPTY = {
  ...{ user_id: null, title: null, description: null, visibility: null, created_at: null, sticky: null, author: null },
  ...{
    score: null,
    comment_count: null,
    images: null,
    gif_url: null,
    video_url: null,
    pending: 0,
    state: null,
    last_error: null,
    vote: null,
  },
  ...{ comments_locked: null, poll_id: null, poll: null, held_at: null, is_new: null },
};
const posts = (...ids: string[]) => ids.map((id) => toFeedPost({ ...EMPTY, id }, { kind: 'guest' }));

/** A device that this member uses, with a snapshot of one post and the page that shows it. */
async function useDevice(account: string): Promise<DrawnPage> {
  await writeKey(SESSION_KEY, { kind: 'member', userId: account, email: '', username: null });
  await writeKey(AUTH_KEY, '{}');
  keepSnapshot(account, { posts: posts('one'), updatedAt: '2026-11-22T10:00:00Z' });
  await flushSnapshot();
  const revision = snapshotStore.get()?.revision ?? '';
  const page: DrawnPage = {
    v: 2,
    account,
    path: '/',
    build: '/a.js',
    look: 'wide',
    revision,
    sheets: [],
    markup: '<p>One</p>',
  };
  await keepDrawnPage(page);
  return page;
}

beforeEach(async () => {
  for (const account of ['ann', 'bob', 'guest']) await dropSnapshot(account);
  await removeKey(SESSION_KEY);
  await removeKey(AUTH_KEY);
});

test('the page of the account in use is found, with the time of its last sync', async () => {
  const page = await useDevice('ann');
  expect(await findDrawnPage('/')).toEqual({ page, updatedAt: new Date('2026-11-22T10:00:00Z') });
});

test('another account, a guest and a member who must log in again do not get the page', async () => {
  await useDevice('ann');
  await writeKey(SESSION_KEY, { kind: 'member', userId: 'bob', email: '', username: null });
  expect(await findDrawnPage('/')).toBeNull();
  await removeKey(SESSION_KEY);
  expect(await findDrawnPage('/')).toBeNull();
  await writeKey(SESSION_KEY, { kind: 'member', userId: 'ann', email: '', username: null });
  expect(await findDrawnPage('/')).not.toBeNull();
  await removeKey(AUTH_KEY);
  expect(await findDrawnPage('/')).toBeNull();
});

test('a page that is older than the snapshot is not found, and one with the same contents still is', async () => {
  await useDevice('ann');
  keepSnapshot('ann', { posts: posts('one'), updatedAt: '2026-11-22T11:00:00Z' });
  await flushSnapshot();
  expect(await findDrawnPage('/')).toMatchObject({ updatedAt: new Date('2026-11-22T11:00:00Z') });
  keepSnapshot('ann', { posts: posts('two', 'one') });
  await flushSnapshot();
  expect(await findDrawnPage('/')).toBeNull();
});

test('after a log-out it is deleted, and a tab that still shows it cannot store it again', async () => {
  const page = await useDevice('ann');
  await dropSnapshot('ann');
  expect(await readKey(drawnPageKey('ann', '/'))).toBeUndefined();
  await keepDrawnPage(page);
  expect(await readKey(drawnPageKey('ann', '/'))).toBeUndefined();
});

test('beside the feed, the post that was opened last is kept: for its address only, and not after a log-out', async () => {
  const page = await useDevice('ann');
  const first = { ...page, path: '/posts/one', markup: '<p>Post one</p>' };
  await keepDrawnPage(first);
  expect(await findDrawnPage('/posts/one')).toMatchObject({ page: first });
  expect(await findDrawnPage('/')).toMatchObject({ page });
  expect(await findDrawnPage('/posts/two')).toBeNull();
  await keepDrawnPage({ ...first, path: '/posts/two' });
  expect(await isDrawnPageStored(first)).toBe(false);
  expect(await findDrawnPage('/posts/one')).toBeNull();
  await dropSnapshot('ann');
  expect(await readKey(drawnPageKey('ann', '/posts/two'))).toBeUndefined();
});

test('a tab with an older snapshot cannot replace the page of a newer one', async () => {
  const page = await useDevice('ann');
  await keepDrawnPage({ ...page, revision: 'older', markup: '<p>Old</p>' });
  expect(await findDrawnPage('/')).toMatchObject({ page: { markup: '<p>One</p>' } });
});

test('two tabs that show the same posts have one revision, and a page that another tab replaced is stored again', async () => {
  const page = await useDevice('ann');
  expect(await isDrawnPageStored(page)).toBe(true);
  // The other tab had other posts in between.
  keepSnapshot('ann', { posts: posts('two', 'one') });
  await flushSnapshot();
  await keepDrawnPage({ ...page, revision: snapshotStore.get()?.revision ?? '' });
  keepSnapshot('ann', { posts: posts('one') });
  await flushSnapshot();
  expect(snapshotStore.get()?.revision).toBe(page.revision);
  expect(await isDrawnPageStored(page)).toBe(false);
  await keepDrawnPage(page);
  expect(await findDrawnPage('/')).toMatchObject({ page });
});

test('a page above the limit is neither stored nor used', async () => {
  const page = await useDevice('ann');
  // Two bytes each.
  const markup = 'é'.repeat(32 * 1024 + 1);
  await keepDrawnPage({ ...page, markup });
  expect(await findDrawnPage('/')).toMatchObject({ page: { markup: '<p>One</p>' } });
  await writeKey(drawnPageKey('ann', '/'), { ...page, markup });
  expect(await findDrawnPage('/')).toBeNull();
});

import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { toFeedPost } from '#contract/feed-post.ts';
import { feedRowOf } from '#contract/testing/feed-row-of.ts';
import { readKey, removeKey, SESSION_KEY, writeKey } from '../device/kv.ts';
import { AUTH_KEY } from '../session/auth-lock.ts';
import {
  type DrawnPage,
  drawnWithRows,
  dropDrawnPage,
  findDrawnPage,
  isDrawnPageStored,
  storeDrawnPage,
  revisionFor,
} from './drawn-page.ts';
import { drawnPageKey } from './drawn-keys.ts';
import { dropSnapshot, flushSnapshot, storeSnapshot, snapshotStore } from './snapshot.ts';

const posts = (...ids: string[]) => ids.map((id) => toFeedPost(feedRowOf({ id }), { kind: 'guest' }));

/** A device that this member uses, with a snapshot of one post and the page that shows it. */
async function prepareDevice(account: string): Promise<DrawnPage> {
  await writeKey(SESSION_KEY, { kind: 'member', userId: account, email: '', username: null });
  await writeKey(AUTH_KEY, '{}');
  storeSnapshot(account, { posts: posts('one'), updatedAt: '2026-11-22T10:00:00Z' });
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
  await storeDrawnPage(page);
  return page;
}

beforeEach(async () => {
  for (const account of ['ann', 'bob', 'guest']) await dropSnapshot(account);
  await removeKey(SESSION_KEY);
  await removeKey(AUTH_KEY);
});

test('the page of the account in use is found, with the time of its last sync', async () => {
  const page = await prepareDevice('ann');
  expect(await findDrawnPage('/')).toEqual({ page, updatedAt: new Date('2026-11-22T10:00:00Z') });
});

test('another account, a guest and a member who must log in again do not get the page', async () => {
  await prepareDevice('ann');
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
  await prepareDevice('ann');
  storeSnapshot('ann', { posts: posts('one'), updatedAt: '2026-11-22T11:00:00Z' });
  await flushSnapshot();
  expect(await findDrawnPage('/')).toMatchObject({ updatedAt: new Date('2026-11-22T11:00:00Z') });
  storeSnapshot('ann', { posts: posts('two', 'one') });
  await flushSnapshot();
  expect(await findDrawnPage('/')).toBeNull();
});

test('after a log-out it is deleted, and a tab that still shows it cannot store it again', async () => {
  const page = await prepareDevice('ann');
  await dropSnapshot('ann');
  expect(await readKey(drawnPageKey('ann', '/'))).toBeUndefined();
  await storeDrawnPage(page);
  expect(await readKey(drawnPageKey('ann', '/'))).toBeUndefined();
});

test('beside the feed, the post that was opened last is kept: for its address only, and not after a log-out', async () => {
  const page = await prepareDevice('ann');
  const first = { ...page, path: '/posts/one', markup: '<p>Post one</p>' };
  await storeDrawnPage(first);
  expect(await findDrawnPage('/posts/one')).toMatchObject({ page: first });
  expect(await findDrawnPage('/')).toMatchObject({ page });
  expect(await findDrawnPage('/posts/two')).toBeNull();
  await storeDrawnPage({ ...first, path: '/posts/two' });
  expect(await isDrawnPageStored(first)).toBe(false);
  expect(await findDrawnPage('/posts/one')).toBeNull();
  await dropSnapshot('ann');
  expect(await readKey(drawnPageKey('ann', '/posts/two'))).toBeUndefined();
});

test('a tab with an older snapshot cannot replace the page of a newer one', async () => {
  const page = await prepareDevice('ann');
  await storeDrawnPage({ ...page, revision: 'older', markup: '<p>Old</p>' });
  expect(await findDrawnPage('/')).toMatchObject({ page: { markup: '<p>One</p>' } });
});

test('two tabs that show the same posts have one revision, and a page that another tab replaced is stored again', async () => {
  const page = await prepareDevice('ann');
  expect(await isDrawnPageStored(page)).toBe(true);
  // The other tab had other posts in between.
  storeSnapshot('ann', { posts: posts('two', 'one') });
  await flushSnapshot();
  await storeDrawnPage({ ...page, revision: snapshotStore.get()?.revision ?? '' });
  storeSnapshot('ann', { posts: posts('one') });
  await flushSnapshot();
  expect(snapshotStore.get()?.revision).toBe(page.revision);
  expect(await isDrawnPageStored(page)).toBe(false);
  await storeDrawnPage(page);
  expect(await findDrawnPage('/')).toMatchObject({ page });
});

test('a page above the limit is neither stored nor used', async () => {
  const page = await prepareDevice('ann');
  // Two bytes each.
  const markup = 'é'.repeat(32 * 1024 + 1);
  await storeDrawnPage({ ...page, markup });
  expect(await findDrawnPage('/')).toMatchObject({ page: { markup: '<p>One</p>' } });
  await writeKey(drawnPageKey('ann', '/'), { ...page, markup });
  expect(await findDrawnPage('/')).toBeNull();
});

/** The inbox and a thread of this member, with their rows. */
async function storeMessages(account: string): Promise<DrawnPage[]> {
  const page = await prepareDevice(account);
  const pages = ['/messages', '/messages/bob'].map((path) => ({
    ...page,
    path,
    revision: revisionFor(path, snapshotStore.get()!) ?? '',
    rows: [{ key: path, rows: [{ id: path }] }],
  }));
  for (const one of pages) await storeDrawnPage(one);
  return pages;
}

test('inbox and thread are found while only posts change, and not for another thread or a changed profile', async () => {
  const [inbox, thread] = await storeMessages('ann');
  storeSnapshot('ann', { posts: posts('two') });
  await flushSnapshot();
  expect((await findDrawnPage('/messages'))?.page).toEqual(inbox);
  expect((await findDrawnPage('/messages/bob'))?.page).toEqual(thread);
  expect(await findDrawnPage('/messages/cleo')).toBeNull();
  storeSnapshot('ann', { me: { username: 'annie' } as never });
  await flushSnapshot();
  expect(await findDrawnPage('/messages')).toBeNull();
});

test('after a log-out inbox and thread are gone, and cannot be stored again', async () => {
  const pages = await storeMessages('ann');
  await dropSnapshot('ann');
  expect(await drawnWithRows('ann')).toEqual([]);
  for (const page of pages) await storeDrawnPage(page);
  expect(await drawnWithRows('ann')).toEqual([]);
});

test('a page is dropped only if it is still the same', async () => {
  const [inbox, thread] = await storeMessages('ann');
  await dropDrawnPage({ ...inbox!, rows: [] });
  await dropDrawnPage({ ...thread!, path: '/messages/cleo' });
  expect(await drawnWithRows('ann')).toHaveLength(2);
  await dropDrawnPage(inbox!);
  expect(await drawnWithRows('ann')).toEqual([thread]);
});

test('a page that was left at a place is found for a day; of another snapshot only its place is', async () => {
  const page = await prepareDevice('ann');
  const place = { at: Date.now(), key: 'entry', y: 1200, lists: [['feed:main', [['one', 90]]]] } as const;
  await storeDrawnPage({ ...page, place });
  expect((await findDrawnPage('/'))?.page).toMatchObject({ place, markup: '<p>One</p>' });
  storeSnapshot('ann', { posts: posts('two'), updatedAt: '2026-11-22T10:00:00Z' });
  await flushSnapshot();
  expect((await findDrawnPage('/'))?.page).toMatchObject({ place, markup: '' });
  const revision = snapshotStore.get()?.revision ?? '';
  await storeDrawnPage({ ...page, revision, place: { ...place, at: Date.now() - 86_400_001 } });
  expect(await findDrawnPage('/')).toBeNull();
});

test('a post that was left at a place loses its rows and markup when they have changed, and keeps the place', async () => {
  const page = { ...(await prepareDevice('ann')), path: '/posts/one' };
  const place = { at: Date.now(), key: 'entry', y: 1200, lists: [] };
  const revision = revisionFor(page.path, snapshotStore.get() ?? {}, true) ?? '';
  await storeDrawnPage({ ...page, revision, place, rows: [{ key: 'comments', rows: [] }] });
  const [stored] = await drawnWithRows('ann');
  expect((await findDrawnPage(page.path))?.page.markup).toBe('<p>One</p>');
  await dropDrawnPage(stored!);
  expect(await drawnWithRows('ann')).toEqual([]);
  expect((await findDrawnPage(page.path))?.page).toMatchObject({ place, markup: '' });
});

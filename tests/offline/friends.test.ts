import { afterEach, beforeEach, expect, test } from 'vitest';
import { discardAction, hideForDiscard, undoDiscard } from '#data/outbox/discard.ts';
import { FRIENDS_SQL, FRIENDSHIP_SQL } from '#features/friends/friends-sql.ts';
import { acceptFriendRequest, sendFriendRequest, undoAcceptance, unfriend } from '#features/friends/mutations.ts';
import { OTHER_SQL } from '#features/messages/messages-sql.ts';
import { blockMember } from '#features/safety/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const ME = '018f0000-0000-7000-8000-000000000001';
const BOB = '018f0000-0000-7000-8000-000000000002';
const CAT = '018f0000-0000-7000-8000-000000000003';
const REQUEST = '018f0000-0000-7000-8000-000000000004';
const BOTH = '018f0000-0000-7000-8000-000000000005';

let me: SignedIn;
const counts = async () => {
  const rows = await me.db.getAll<{ friend_count: number }>('SELECT friend_count FROM profile_stats ORDER BY id');
  return rows.map(({ friend_count }) => friend_count);
};
const relations = async () => {
  const rows = await me.db.getAll<{ id: string; relation: string; state: string | null }>(FRIENDS_SQL, [ME]);
  return Object.fromEntries(rows.map(({ id, relation, state }) => [id, [relation, state]]));
};
const relationTo = (other: string) =>
  me.db.get<{ relation: string | null; state: string | null; last_error: string | null }>(FRIENDSHIP_SQL, [ME, other]);
const lastAction = async () =>
  (await me.db.get<{ id: string }>('SELECT id FROM outbox ORDER BY created_at DESC, id DESC LIMIT 1')).id;

beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('my_profile', ME, { username: 'sam' });
  await me.synced('profile_stats', ME, { post_count: 3, friend_count: 1 });
  await me.synced('profile_stats', BOB, { post_count: 9, friend_count: 4 });
  await me.synced('friends', REQUEST, { user_id: BOB, friend_id: ME, status: 'pending', created_at: '2026-11-21' });
  await me.synced('friends', BOTH, { user_id: ME, friend_id: CAT, status: 'accepted', created_at: '2026-11-20' });
});
afterEach(() => me.close());

test('an accepted request counts for both members until it is discarded', async () => {
  expect(await relations()).toEqual({ [BOB]: ['received', null], [CAT]: ['friends', null] });
  await acceptFriendRequest(BOB);
  expect(await relations()).toEqual({ [BOB]: ['friends', 'queued'], [CAT]: ['friends', null] });
  expect(await counts()).toEqual([2, 5]);
  await discardAction(await lastAction());
  expect(await relationTo(BOB)).toMatchObject({ relation: 'received', state: null });
  expect(await counts()).toEqual([1, 4]);
});

test('an acceptance can be undone until it is sent', async () => {
  await acceptFriendRequest(BOB);
  expect(await undoAcceptance(BOB)).toEqual({ ok: true, id: REQUEST });
  expect(await relationTo(BOB)).toMatchObject({ relation: 'received', state: null });
  expect(await me.drain()).toEqual([]);
  await acceptFriendRequest(BOB);
  expect((await me.drain()).map(({ ops }) => ops[0]?.data)).toEqual([{ status: 'accepted' }]);
  expect(await undoAcceptance(BOB)).toEqual({ ok: false, code: 'sending' });
  expect(await relationTo(BOB)).toMatchObject({ relation: 'friends' });
});

test('an accepted request is one friend when both rows of the friendship are here', async () => {
  await acceptFriendRequest(BOB);
  await me.drain();
  await me.synced('friends', REQUEST, { user_id: BOB, friend_id: ME, status: 'accepted', created_at: '2026-11-21' });
  await me.synced('friends', 'own', { user_id: ME, friend_id: BOB, status: 'accepted', created_at: '2026-11-21' });
  expect(Object.keys(await relations())).toEqual([BOB, CAT]);
});

test('an ended friendship is counted no more, and a member without counts gets none', async () => {
  await unfriend(CAT);
  expect(await relations()).toEqual({ [BOB]: ['received', null] });
  expect(await counts()).toEqual([0, 4]);
});

test('an official account is recognized by its name while its profile is not on this device', async () => {
  await me.synced('people', CAT, { author: JSON.stringify({ username: 'Rangeday_News' }) });
  expect(await unfriend(CAT)).toEqual({ ok: false, code: 'official_account' });
  expect(await blockMember(CAT)).toEqual({ ok: false, code: 'official_account' });
  expect(await relations()).toMatchObject({ [CAT]: ['friends', null] });
});

test('a request is hidden while its discard can be undone', async () => {
  await unfriend(CAT);
  await me.drain();
  await sendFriendRequest(CAT);
  expect(await relationTo(CAT)).toMatchObject({ relation: 'sent', state: 'queued' });
  expect(await counts()).toEqual([0, 4]);
  const id = await lastAction();
  await hideForDiscard(id);
  expect(await relationTo(CAT)).toMatchObject({ relation: null });
  await undoDiscard(id);
  expect(await relationTo(CAT)).toMatchObject({ relation: 'sent' });
});

test('a rejected request is no request, and its reason is shown', async () => {
  await unfriend(CAT);
  await me.drain();
  await sendFriendRequest(CAT);
  await me.db.execute("UPDATE outbox SET state = 'refused', last_error = 'No.' WHERE id = ?", [await lastAction()]);
  expect(await relationTo(CAT)).toMatchObject({ relation: null, last_error: 'No.' });
  await me.db.execute("DELETE FROM friends WHERE status = 'pending' AND user_id = ?", [ME]);
  await sendFriendRequest(CAT);
  expect(await relationTo(CAT)).toMatchObject({ relation: 'sent', state: 'queued' });
});

test('a member whose code was read and who is not on this device has the name of the code in every list', async () => {
  const DEE = '018f0000-0000-7000-8000-000000000006';
  expect(await sendFriendRequest({ id: DEE, username: 'dee' })).toMatchObject({ ok: true });
  const [row] = (await me.db.getAll<{ id: string; author: string }>(FRIENDS_SQL, [ME])).filter(({ id }) => id === DEE);
  expect(JSON.parse(row?.author ?? '{}')).toEqual({ username: 'dee' });
  const other = () => me.db.get<{ author: string }>(OTHER_SQL, [DEE]);
  expect(JSON.parse((await other()).author)).toEqual({ username: 'dee' });
  expect(await me.db.get('SELECT about FROM outbox WHERE subject_id = ?', [DEE])).toEqual({ about: '@dee' });
  await unfriend(DEE);
  expect((await other()).author).toBeNull();
  // What the device knows is newer than the code.
  await me.synced('people', DEE, { author: '{"username":"dee_2"}' });
  await sendFriendRequest({ id: DEE, username: 'dee' });
  expect(await me.db.get('SELECT about FROM outbox WHERE subject_id = ?', [DEE])).toEqual({ about: '@dee_2' });
});

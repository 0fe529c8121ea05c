import { afterAll, beforeAll, expect, test } from 'vitest';
import { Id } from '#contract/ids.ts';
import { ACTION_KINDS } from '#contract/actions.ts';
import { UNDO_KIND } from '#contract/outbox.ts';
import { z } from '#contract/zod.ts';
import { defineMutation, pairId } from '#data/outbox/mutation.ts';
import { publishReplica } from '#data/replica/replica.ts';
import { adoptSession, type Member } from '#data/session/session.ts';
import { addComment, deleteComment, editComment, likeComment } from '#features/comments/mutations.ts';
import { acceptFriendRequest, declineFriendRequest, sendFriendRequest, unfriend } from '#features/friends/mutations.ts';
import { markThreadRead, sendMessage } from '#features/messages/mutations.ts';
import { markNotificationsRead } from '#features/notifications/mutations.ts';
import { chooseNotification, setQuietHours } from '#features/notification-settings/mutations.ts';
import { noteReadingPlace } from '#features/reading-place/mutations.ts';
import { updateProfile } from '#features/me/mutations.ts';
import { closeAllReports, moderatePost } from '#features/moderation/mutations.ts';
import { fileReport } from '#features/reports/mutations.ts';
import { blockMember, muteMember, unblockMember, unmuteMember } from '#features/safety/mutations.ts';
import { votePoll } from '#features/polls/mutations.ts';
import { deletePost, savePost } from '#features/post-actions/mutations.ts';
import { createPost, editPost, type WriteResult } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { Backend } from './support/backend.ts';
import { Device } from './support/device.ts';

let backend: Backend;
let alice: Device;
let bob: Device;
/** The sent actions, by their label in the outbox. */
const seen = new Set<string>();

beforeAll(async () => {
  backend = await Backend.create();
  alice = await new Device(backend, await backend.newMember()).open();
  bob = await new Device(backend, await backend.newMember()).open();
});
afterAll(async () => {
  publishReplica(null);
  await alice?.close();
  await bob?.close();
  await backend?.destroy();
});

/**
 * Runs the member's commands on this device, and waits until the server has applied them and the results were synced.
 * Returns the last id.
 */
async function as(device: Device, ...commands: (() => Promise<WriteResult>)[]): Promise<string> {
  const session: Member = { kind: 'member', userId: device.userId, email: '', username: null };
  adoptSession(session);
  publishReplica({
    account: device.userId,
    session,
    db: device.db,
    flush() {},
    check() {},
    close: async () => {},
  });
  let id = '';
  for (const command of commands) {
    const result = await command();
    if (!result.ok) throw new Error(result.code);
    id = result.id;
  }
  const rows = await device.outbox();
  for (const row of rows) seen.add((row as unknown as { kind: string }).kind);
  await device.settled();
  expect(await device.outbox()).toEqual([]);
  return id;
}

/** Resolves when a query on the device returns a row. */
async function has<Row>(device: Device, table: string, sql: string, values: unknown[]): Promise<Row> {
  const stop = new AbortController();
  for await (const _ of device.db.onChange({ tables: [table], signal: stop.signal, triggerImmediate: true })) {
    const row = await device.db.getOptional<Row>(sql, values);
    if (row) return row;
  }
  throw new Error(`${table} never had it.`);
}

const rows = async (sql: string, ...values: unknown[]) => (await backend.db.query(sql, values)).rows;

test('the real apply_crud applies each kind and writes the right row', async () => {
  const [a, b] = [alice.userId, bob.userId];
  const post = await as(alice, () => createPost({ title: 'First', description: '', visibility: 'public' }));
  await as(alice, () => editPost({ id: post, title: 'Edited', description: 'Words' }));
  expect(await rows('select title, description, user_id from posts where id = $1', post)).toEqual([
    { title: 'Edited', description: 'Words', user_id: a },
  ]);

  await has(bob, 'posts', `SELECT 1 FROM posts WHERE id = ? AND title = 'Edited'`, [post]);
  const comment = await as(bob, () => addComment({ post_id: post, parent_id: null, text: 'Which bay?' }));
  await has(alice, 'comments', 'SELECT 1 FROM comments WHERE id = ?', [comment]);
  const reply = await as(alice, () => addComment({ post_id: post, parent_id: comment, text: 'Bay 4' }));
  await as(
    alice,
    () => editComment({ id: reply, text: 'Bay 5' }),
    () => likeComment(comment, true),
  );
  expect(
    await rows('select text, parent_id, depth, updated_at is not null as edited from comments where id = $1', reply),
  ).toEqual([{ text: 'Bay 5', parent_id: comment, depth: 1, edited: true }]);
  expect(await rows('select likes from comment_stats where id = $1', comment)).toEqual([{ likes: 1 }]);
  await as(alice, () => deleteComment(reply));
  expect(await rows('select id from comments where id = $1', reply)).toEqual([]);

  await as(bob, () => votePost(post, 1));
  await as(bob, () => votePost(post, -1));
  // The second vote waits for the pause of the counts.
  const score = () => rows('select score from post_stats where id = $1', post);
  await expect.poll(score, { timeout: 20_000 }).toEqual([{ score: -1 }]);
  await as(bob, () => votePost(post, -1));
  expect(await rows('select value from post_votes where post_id = $1', post)).toEqual([]);

  await as(bob, () => savePost(post, true));
  expect(await rows('select user_id from saved_posts where post_id = $1', post)).toEqual([{ user_id: b }]);
  await as(bob, () => savePost(post, false));
  expect(await rows('select user_id from saved_posts where post_id = $1', post)).toEqual([]);

  const [poll] = await rows(
    `with poll as (insert into polls (question, options, created_by) values ('When?', '["Sat","Sun"]', $1) returning id)
     select id from poll`,
    a,
  );
  await rows(`insert into posts (user_id, title, visibility, poll_id) values ($1, 'Poll', 'public', $2)`, a, poll.id);
  await has(bob, 'polls', 'SELECT 1 FROM polls WHERE id = ?', [poll.id]);
  await as(bob, () => votePoll(poll.id, 1));
  expect(await rows('select counts, total from poll_stats where id = $1', poll.id)).toEqual([
    { counts: [0, 1], total: 1 },
  ]);

  const FRIENDS = 'select status from friends where user_id in ($1, $2) and friend_id in ($1, $2)';
  await as(bob, () => sendFriendRequest(a));
  expect(await rows(FRIENDS, a, b)).toEqual([{ status: 'pending' }]);
  await has(alice, 'friends', `SELECT 1 FROM friends WHERE user_id = ? AND status = 'pending'`, [b]);
  await as(alice, () => declineFriendRequest(b));
  expect(await rows(FRIENDS, a, b)).toEqual([]);
  await has(bob, 'friends', 'SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM friends WHERE friend_id = ?)', [a]);
  await as(bob, () => sendFriendRequest(a));
  await has(alice, 'friends', `SELECT 1 FROM friends WHERE user_id = ? AND status = 'pending'`, [b]);
  await as(alice, () => acceptFriendRequest(b));
  expect(await rows(FRIENDS, a, b)).toEqual([{ status: 'accepted' }, { status: 'accepted' }]);
  await has(bob, 'friends', `SELECT 1 FROM friends WHERE friend_id = ? AND status = 'accepted'`, [a]);
  await as(bob, () => unfriend(a));
  expect(await rows(FRIENDS, a, b)).toEqual([]);

  const message = await as(bob, () => sendMessage({ recipient_id: a, content: 'Ten minutes out' }));
  await has(alice, 'private_messages', 'SELECT 1 FROM private_messages WHERE id = ?', [message]);
  await as(alice, () => markThreadRead(b));
  expect(
    await rows('select content, sender_id, recipient_id, read from private_messages where id = $1', message),
  ).toEqual([{ content: 'Ten minutes out', sender_id: b, recipient_id: a, read: true }]);
  const notification = await has<{ id: string }>(
    alice,
    'notifications',
    'SELECT id FROM notifications WHERE is_read = 0',
    [],
  );
  await as(alice, () => markNotificationsRead([notification.id]));
  expect(await rows('select is_read from notifications where id = $1', notification.id)).toEqual([{ is_read: true }]);

  const profile = { first_name: 'Al', last_name: '', city: 'Dayton', state: '', about: 'Steel', dob: '1990-01-31' };
  await as(alice, () => updateProfile({ ...profile, username: 'alice_k', privacy_settings: { city: true } }));
  expect(await rows(`select username, city, dob::text, privacy_settings from profiles where id = $1`, a)).toEqual([
    { username: 'alice_k', city: 'Dayton', dob: '1990-01-31', privacy_settings: { city: true } },
  ]);

  await as(
    alice,
    () => chooseNotification({ choice: 'comment', on: false }),
    () => chooseNotification({ choice: 'mention', on: false }),
  );
  const quiet = { hours: { from: 1320, to: 420 }, timeZone: 'Europe/Berlin' };
  await as(
    alice,
    () => chooseNotification({ choice: 'mention', on: true }),
    () => setQuietHours(quiet),
  );
  await as(alice, () => noteReadingPlace({ postId: post, postAt: '2026-11-20T10:00:00Z' }));
  await as(alice, () => noteReadingPlace({ postId: comment, postAt: '2026-11-19T10:00:00Z' }));
  expect(await rows('select post_id, post_at from reading_places where id = $1', a)).toEqual([
    { post_id: comment, post_at: new Date('2026-11-19T10:00:00Z') },
  ]);
  expect(
    await rows('select comment, mention, message, quiet_from, quiet_to from notification_settings where id = $1', a),
  ).toEqual([{ comment: false, mention: true, message: true, quiet_from: 1320, quiet_to: 420 }]);

  await as(
    bob,
    () => muteMember(a),
    () => blockMember(a),
  );
  expect(await rows('select blocked_id from blocks where user_id = $1', b)).toEqual([{ blocked_id: a }]);
  expect(await rows('select muted_id from mutes where user_id = $1', b)).toEqual([{ muted_id: a }]);
  await as(
    bob,
    () => unmuteMember(a),
    () => unblockMember(a),
  );
  expect(await rows('select 1 from blocks union all select 1 from mutes')).toEqual([]);

  const report = await as(bob, () =>
    fileReport({ target_type: 'post', post_id: post, reason: 'spam', details: 'Sells' }),
  );
  expect(await rows('select target_user_id, post_title, reason from reports where reporter_id = $1', b)).toEqual([
    { target_user_id: a, post_title: 'Edited', reason: 'spam' },
  ]);

  // What only staff may write.
  await rows(`update profiles set role = 'admin' where id = $1`, b);
  await has(bob, 'my_profile', `SELECT 1 FROM my_profile WHERE role = 'admin'`, []);
  await has(bob, 'reports', 'SELECT 1 FROM reports WHERE id = ? AND is_open = 1', [report]);
  // The first answer to each is lost: the repetition adds nothing to the log.
  const answered = new Set<string>();
  bob.interfere = async (send, batch) => {
    const outcome = await send(batch);
    const key = JSON.stringify(batch);
    if (answered.has(key)) return outcome;
    answered.add(key);
    return { kind: 'retry', reason: 'timeout' };
  };
  await as(bob, () => moderatePost({ id: post, field: 'flagged', on: true }));
  expect(await rows('select flagged from posts where id = $1', post)).toEqual([{ flagged: true }]);
  await as(bob, () => closeAllReports([report], 'Seen'));
  expect(await rows('select is_open, note, handled_by from reports where id = $1', report)).toEqual([
    { is_open: false, note: 'Seen', handled_by: b },
  ]);
  expect(answered.size).toBe(2);
  expect(await rows('select action from private.moderation_log where actor_id = $1 order by created_at', b)).toEqual([
    { action: 'flag' },
    { action: 'close_report' },
  ]);

  await as(alice, () => deletePost(post));
  expect(await rows(`select id from posts where id = $1 and status <> 'removed'`, post)).toEqual([]);
  expect([...seen].toSorted()).toEqual(ACTION_KINDS.filter((kind) => kind !== UNDO_KIND).toSorted());
});

test('75: an action that the server would refuse as too much is not written on the device', async () => {
  const votes = defineMutation(z.array(Id), {}, ({ userId }, posts) => ({
    kind: 'vote',
    entity_id: posts[0] ?? '',
    write: async (tx, metadata) => {
      for (const post of posts)
        await tx.execute('INSERT INTO post_votes (id, post_id, user_id, value, _metadata) VALUES (?, ?, ?, 1, ?)', [
          pairId('post_vote', post, userId),
          post,
          userId,
          metadata,
        ]);
    },
  }));
  const post = (title: string) => as(alice, () => createPost({ title, description: '', visibility: 'public' }));
  const [one, two] = [await post('One'), await post('Two')];
  await expect(as(alice, () => votes([one, two]))).rejects.toThrow('too many operations: PUT post_votes');
  expect(await alice.outbox()).toEqual([]);
  expect(await alice.db.getAll('SELECT id FROM post_votes')).toEqual([]);
  await as(alice, () => votes([one]));
  expect(await rows('select score from post_stats where id = $1', one)).toEqual([{ score: 1 }]);
});

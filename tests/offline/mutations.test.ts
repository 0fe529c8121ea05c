import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { addComment, deleteComment, editComment, likeComment } from '#features/comments/mutations.ts';
import { acceptFriendRequest, declineFriendRequest, sendFriendRequest, unfriend } from '#features/friends/mutations.ts';
import { markThreadRead, sendMessage } from '#features/messages/mutations.ts';
import { FRIENDS_SQL } from '#features/friends/friends-sql.ts';
import { dismissNotifications, markEntryRead, markNotificationsRead } from '#features/notifications/mutations.ts';
import { chooseUsername, saveProfile, updateProfile } from '#features/me/mutations.ts';
import { fileReport } from '#features/reports/mutations.ts';
import { blockMember, muteMember, unblockMember, unmuteMember } from '#features/safety/mutations.ts';
import { votePoll } from '#features/polls/mutations.ts';
import { deletePost } from '#features/post-actions/mutations.ts';
import { createPost, editPost } from '#features/posts/mutations.ts';
import { votePost } from '#features/votes/mutations.ts';
import { type SignedIn, signIn } from './support/signed-in.ts';

const id = (last: number) => `018f0000-0000-7000-8000-${String(last).padStart(12, '0')}`;
const [ME, BOB, POST, MINE, COMMENT, OWN_COMMENT, POLL] = [1, 2, 3, 4, 5, 6, 7].map(id) as [
  string,
  string,
  string,
  string,
  string,
  string,
  string,
];

let me: SignedIn;

beforeEach(async () => {
  me = await signIn(ME);
  await me.synced('my_profile', ME, { username: 'me', role: 'user', city: 'Dayton', privacy_settings: '{}' });
  await me.synced('people', BOB, { author: '{"username":"bob"}' });
  const post = { visibility: 'public', status: 'live' };
  await me.synced('posts', POST, { ...post, user_id: BOB, title: 'Zeroed at 100', poll_id: POLL });
  await me.synced('posts', MINE, { ...post, user_id: ME, title: 'Mine', description: 'Old words' });
  await me.synced('comments', COMMENT, { post_id: POST, user_id: BOB, text: 'Which bay?' });
  await me.synced('comments', OWN_COMMENT, { post_id: POST, user_id: ME, text: 'Bay 4' });
  await me.synced('polls', POLL, { post_id: POST, question: 'When?', options: '["Sat","Sun"]' });
});
afterEach(() => me.close());

/** One action as the server would receive it. */
async function sentOps() {
  return (await me.drain()).map(({ ops }) => ops);
}

describe('posts', () => {
  test('an edit sends only the text, and cannot make a post empty', async () => {
    expect(await editPost({ id: MINE, title: ' New ', description: '' })).toEqual({ ok: true, id: MINE });
    expect(await me.outbox()).toMatchObject([{ kind: 'edit_post', label: 'New', about: 'Mine' }]);
    expect(await sentOps()).toEqual([
      [{ op: 'PATCH', table: 'posts', id: MINE, data: { title: 'New', description: null } }],
    ]);
    expect(await editPost({ id: MINE, title: ' ', description: '' })).toEqual({ ok: false, code: 'post_empty' });
    expect(await editPost({ id: POST, title: 'Not mine', description: '' })).toEqual({ ok: false, code: 'not_found' });
    await me.synced('post_images', id(40), { post_id: MINE, user_id: ME, url: 'https://example.test/a.jpg' });
    expect(await editPost({ id: MINE, title: '', description: '' })).toMatchObject({ ok: true });
  });

  test('an edit removes pictures and the gif one by one, but not the last content', async () => {
    const picture = { post_id: MINE, user_id: ME, url: 'https://example.test/a.jpg' };
    const stored = { user_id: ME, visibility: 'public', status: 'live', gif_url: '/a.gif' };
    await me.synced('posts', MINE, { ...stored, images: '[]', image_url: picture.url });
    await me.synced('post_images', id(40), { ...picture, position: 0 });
    await me.synced('post_images', id(41), { ...picture, position: 1 });
    const edit = { id: MINE, title: '', description: '' };
    const all = { ...edit, gif_url: null, removed_images: [id(40), id(41)] };
    expect(await editPost(all)).toEqual({ ok: false, code: 'post_empty' });
    expect(
      await editPost({ ...edit, gif_url: null, removed_images: [id(40)], alts: { [id(41)]: ' Six plates ' } }),
    ).toMatchObject({ ok: true });
    expect(await sentOps()).toEqual([
      [
        { op: 'DELETE', table: 'post_images', id: id(40) },
        { op: 'PATCH', table: 'post_images', id: id(41), data: { alt: 'Six plates' } },
        { op: 'PATCH', table: 'posts', id: MINE, data: { gif_url: null } },
      ],
    ]);
    const [edited] = await me.db.getAll<{ images: string }>('SELECT images FROM posts WHERE id = ?', [MINE]);
    expect(JSON.parse(edited?.images ?? '')).toMatchObject([{ alt: 'Six plates' }]);
  });

  test('an edit moves pictures without two at one position, and adds a new one between them', async () => {
    const picture = { post_id: MINE, user_id: ME, url: 'https://example.test/a.jpg' };
    for (const at of [0, 1, 2, 3]) await me.synced('post_images', id(40 + at), { ...picture, position: at });
    const edit = { id: MINE, title: 'Mine', description: 'Old words' };
    expect(await editPost({ ...edit, order: [id(41), id(40), '', id(42)] })).toMatchObject({ ok: true });
    const shown = async () =>
      (await me.db.getAll<{ id: string }>('SELECT id FROM post_images ORDER BY position')).map((row) => row.id);
    expect(await shown()).toEqual([41, 40, 43, 42].map(id));
    expect(await me.outbox()).toMatchObject([{ kind: 'edit_post' }]);
    const [ops = []] = await sentOps();
    const now = new Map([0, 1, 2, 3].map((at) => [id(40 + at), at]));
    for (const { id: moved, data } of ops.filter(({ table }) => table === 'post_images')) {
      now.set(moved, Number(data?.['position']));
      expect(new Set(now.values()).size).toBe(4);
    }
    expect([...now]).toEqual([[id(40), 1], [id(41), 0], [id(42), 3], [id(43), 2]]); // prettier-ignore
  });

  test('an edit changes the poll until somebody has voted', async () => {
    const row = { user_id: ME, visibility: 'public', status: 'live', title: 'Mine', poll_id: POLL };
    await me.synced('posts', MINE, row);
    await me.synced('poll_stats', POLL, { post_id: MINE, counts: '[0,0]', total: 0 });
    const edit = { id: MINE, title: 'Mine', description: '' };
    const poll = { question: 'When?', options: ['Sat', ' Mon '] };
    expect(await editPost({ ...edit, poll: { ...poll, options: ['Sat', ' '] } })).toEqual({
      ok: false,
      code: 'poll_incomplete',
    });
    expect(await editPost({ ...edit, poll })).toMatchObject({ ok: true });
    const [ops] = await sentOps();
    expect(ops?.filter(({ table }) => table === 'polls')).toEqual([
      { op: 'PATCH', table: 'polls', id: POLL, data: { options: '["Sat","Mon"]' } },
    ]);
    await me.synced('poll_stats', POLL, { post_id: MINE, counts: '[0,1]', total: 1 });
    expect(await editPost({ ...edit, poll })).toEqual({ ok: false, code: 'poll_voted' });
  });

  test('deleting an unsent post sends nothing; deleting a published one deletes it on the server', async () => {
    const made = await createPost({ title: 'Never mind', description: '', visibility: 'public' });
    expect(made.ok && (await deletePost(made.id))).toMatchObject({ ok: true });
    expect(await me.outbox()).toEqual([]);
    expect(await me.drain()).toEqual([]);
    expect(await me.db.getAll('SELECT id FROM posts WHERE title = ?', ['Never mind'])).toEqual([]);

    expect(await deletePost(MINE)).toMatchObject({ ok: true });
    expect(await deletePost(POST)).toEqual({ ok: false, code: 'not_found' });
    expect(await sentOps()).toEqual([[{ op: 'DELETE', table: 'posts', id: MINE }]]);
  });
});

describe('comments', () => {
  test('a reply contains its parent’s id; an empty comment or a locked post fails on the device', async () => {
    const reply = await addComment({ post_id: POST, parent_id: COMMENT, text: ' On my way ' });
    expect(await me.outbox()).toMatchObject([
      { kind: 'comment', label: 'On my way', about: 'Zeroed at 100', subject_id: POST },
    ]);
    const [ops] = await sentOps();
    expect(ops).toEqual([
      {
        op: 'PUT',
        table: 'comments',
        id: reply.ok && reply.id,
        data: { post_id: POST, user_id: ME, parent_id: COMMENT, text: 'On my way' },
      },
    ]);
    const blank = { post_id: POST, parent_id: null, text: ' \n' };
    expect(await addComment(blank)).toEqual({ ok: false, code: 'comment_empty' });
    expect(await addComment({ ...blank, text: 'x'.repeat(5001) })).toEqual({ ok: false, code: 'too_long' });
    await me.synced('posts', POST, { user_id: BOB, title: 'Locked', status: 'live', comments_locked: 1 });
    expect(await addComment({ ...blank, text: 'Hello' })).toEqual({ ok: false, code: 'comments_locked' });
  });

  test('a comment submitted twice is created once', async () => {
    const draft = { post_id: POST, parent_id: null, text: 'Once', draftId: id(50) };
    const [first, second] = await Promise.all([addComment(draft), addComment(draft)]);
    expect(first).toEqual(second);
    expect(await me.drain()).toHaveLength(1);
  });

  test('members can edit and delete only their own comments', async () => {
    expect(await editComment({ id: OWN_COMMENT, text: 'Bay 5' })).toMatchObject({ ok: true });
    expect(await editComment({ id: COMMENT, text: 'Mine now' })).toEqual({ ok: false, code: 'not_found' });
    expect(await editComment({ id: OWN_COMMENT, text: ' ' })).toEqual({ ok: false, code: 'comment_empty' });
    await me.synced('comments', id(51), { post_id: POST, user_id: ME, image_url: '/a', image_missing: 1 });
    expect(await editComment({ id: id(51), text: '' })).toEqual({ ok: false, code: 'comment_empty' });
    expect(await deleteComment(COMMENT)).toEqual({ ok: false, code: 'not_found' });
    expect(await deleteComment(OWN_COMMENT)).toMatchObject({ ok: true });
    expect(await sentOps()).toEqual([
      [{ op: 'PATCH', table: 'comments', id: OWN_COMMENT, data: { text: 'Bay 5' } }],
      [{ op: 'DELETE', table: 'comments', id: OWN_COMMENT }],
    ]);
  });
});

describe('votes and likes', () => {
  const vote = async () => (await me.db.getOptional<{ value: number }>('SELECT value FROM post_votes'))?.value ?? 0;

  test('the same vote again removes it, the opposite one replaces it, and only the last is sent', async () => {
    await votePost(POST, 1);
    expect(await vote()).toBe(1);
    await votePost(POST, 1);
    expect(await vote()).toBe(0);
    expect(await me.outbox()).toEqual([]);
    await votePost(POST, 1);
    await votePost(POST, -1);
    expect(await vote()).toBe(-1);
    expect(await me.outbox()).toMatchObject([
      { kind: 'vote', label: 'down', about: 'Zeroed at 100', subject_id: POST },
    ]);
    const [ops, ...more] = await sentOps();
    expect(more).toEqual([]);
    expect(ops).toMatchObject([{ op: 'PUT', table: 'post_votes', data: { post_id: POST, user_id: ME, value: -1 } }]);
  });

  test('two quick taps add and remove the vote', async () => {
    await Promise.all([votePost(POST, 1), votePost(POST, 1)]);
    expect(await vote()).toBe(0);
    expect(await me.drain()).toEqual([]);
  });

  test('removing a synced vote sends a delete', async () => {
    await votePost(POST, 1);
    const [put] = await me.drain();
    const voteId = put?.ops[0]?.id ?? '';
    await me.synced('post_votes', voteId, { post_id: POST, user_id: ME, value: 1 });
    await me.db.execute('DELETE FROM outbox');
    await votePost(POST, 1);
    expect(await sentOps()).toEqual([[{ op: 'DELETE', table: 'post_votes', id: voteId }]]);
  });

  test('liking twice is one like, and unliking an unsent one sends nothing', async () => {
    await likeComment(COMMENT, true);
    await likeComment(COMMENT, true);
    expect(await me.outbox()).toMatchObject([{ kind: 'like', label: 'on', about: 'Which bay?', subject_id: COMMENT }]);
    await likeComment(COMMENT, false);
    expect(await me.drain()).toEqual([]);
  });

  test('a member votes once in a poll', async () => {
    expect(await votePoll(POLL, 2)).toEqual({ ok: false, code: 'no_such_option' });
    expect(await votePoll(POLL, 1)).toMatchObject({ ok: true });
    expect(await votePoll(POLL, 0)).toEqual({ ok: false, code: 'voted_already' });
    expect(await me.outbox()).toMatchObject([{ kind: 'poll_vote', label: 'Sun', about: 'When?', subject_id: POST }]);
    expect((await sentOps())[0]).toMatchObject([{ op: 'PUT', table: 'poll_votes', data: { option_index: 1 } }]);
  });
});

describe('friends', () => {
  test('a friend request cancelled before it was sent sends nothing', async () => {
    await sendFriendRequest(BOB);
    expect(await me.outbox()).toMatchObject([{ kind: 'friend_request', about: '@bob', subject_id: BOB }]);
    await unfriend(BOB);
    expect(await me.drain()).toEqual([]);
    expect(await sendFriendRequest(ME)).toEqual({ ok: false, code: 'not_yourself' });
  });

  test('a request to a member who has sent one accepts it', async () => {
    await me.synced('friends', id(60), { user_id: BOB, friend_id: ME, status: 'pending' });
    await sendFriendRequest(BOB);
    expect(await sentOps()).toEqual([[{ op: 'PATCH', table: 'friends', id: id(60), data: { status: 'accepted' } }]]);
  });

  test('a request is answered once, and official accounts cannot be removed', async () => {
    await me.synced('friends', id(60), { user_id: BOB, friend_id: ME, status: 'pending' });
    expect(await declineFriendRequest(BOB)).toMatchObject({ ok: true });
    expect(await acceptFriendRequest(BOB)).toEqual({ ok: false, code: 'not_found' });
    expect(await unfriend(BOB)).toEqual({ ok: false, code: 'not_friends' });
    await me.synced('friends', id(61), { user_id: ME, friend_id: BOB, status: 'accepted' });
    await me.synced('profiles_public', BOB, { author: '{"username":"bob"}', is_official: 1 });
    expect(await unfriend(BOB)).toEqual({ ok: false, code: 'official_account' });
    expect(await blockMember(BOB)).toEqual({ ok: false, code: 'official_account' });
  });
});

describe('messages and notifications', () => {
  test('a blank message fails, and the outbox names the recipient', async () => {
    expect(await sendMessage({ recipient_id: BOB, content: ' ' })).toEqual({ ok: false, code: 'message_blank' });
    await sendMessage({ recipient_id: BOB, content: 'Ten minutes out' });
    expect(await me.outbox()).toMatchObject([{ kind: 'message', label: 'Ten minutes out', about: '@bob' }]);
  });

  test('250 unread messages are marked in actions within the server’s limit; a second call sends nothing', async () => {
    for (let n = 0; n < 250; n += 1) {
      await me.synced('private_messages', id(1000 + n), { sender_id: BOB, recipient_id: ME, content: 'x', read: 0 });
    }
    await markThreadRead(BOB);
    await markThreadRead(BOB);
    expect((await sentOps()).map((ops) => ops.length)).toEqual([100, 100, 50]);
  });

  test('marking as read writes only unread notifications; dismissing deletes', async () => {
    await me.synced('notifications', id(70), { user_id: ME, type: 'comment', is_read: 0 });
    await me.synced('notifications', id(71), { user_id: ME, type: 'comment', is_read: 1 });
    await markNotificationsRead([id(70), id(71)]);
    await dismissNotifications([id(71)]);
    expect(await sentOps()).toEqual([
      [{ op: 'PATCH', table: 'notifications', id: id(70), data: { is_read: 1 } }],
      [{ op: 'DELETE', table: 'notifications', id: id(71) }],
    ]);
  });

  test('a comment is marked as read with all others on its post, another notification alone', async () => {
    const data = (post: number) => JSON.stringify({ post_id: id(post) });
    const about = (post: number, type = 'comment') => ({ user_id: ME, type, is_read: 0, data: data(post) });
    await me.synced('notifications', id(72), about(1));
    await me.synced('notifications', id(73), about(1));
    await me.synced('notifications', id(74), about(2));
    await me.synced('notifications', id(75), about(1, 'mention'));
    await markEntryRead(id(73));
    await markEntryRead(id(75));
    expect((await sentOps()).map((ops) => ops.map((op) => op.id))).toEqual([[id(72), id(73)], [id(75)]]);
  });
});

describe('people', () => {
  const profile = {
    username: 'me',
    first_name: '',
    last_name: '',
    city: 'Dayton',
    state: '',
    about: '',
    dob: '',
    privacy_settings: {},
  } as const;

  test('a profile sends only changed fields, and nothing when nothing changed', async () => {
    await updateProfile({ ...profile });
    expect(await me.outbox()).toEqual([]);
    await updateProfile({ ...profile, city: 'Xenia' });
    await updateProfile({ ...profile, city: 'Troy', privacy_settings: { city: true } });
    expect(await sentOps()).toMatchObject([
      [{ op: 'PATCH', id: ME, data: { city: 'Troy', privacy_settings: '{"city":true}' } }],
    ]);
    expect(await updateProfile({ ...profile, username: 'no spaces' })).toEqual({ ok: false, code: 'username_pattern' });
    expect(await updateProfile({ ...profile, username: '..' })).toEqual({ ok: false, code: 'username_reserved' });
  });

  test('the server’s spelling of the privacy settings is no change', async () => {
    await me.synced('my_profile', ME, {
      username: 'me',
      city: 'Dayton',
      privacy_settings: '{"dob": false, "city": true}',
    });
    await updateProfile({ ...profile, privacy_settings: { city: true, state: false } });
    expect(await me.outbox()).toEqual([]);
  });

  test('a date of birth under 18 is not stored', async () => {
    const dob = `${new Date().getFullYear() - 17}-01-01`;
    expect(await updateProfile({ ...profile, dob })).toEqual({ ok: false, code: 'not_adult' });
  });

  test('a chosen username is sent with an unsent edit, and a change of nothing counts as saved', async () => {
    await updateProfile({ ...profile, city: 'Xenia' });
    await chooseUsername({ username: 'sam' });
    expect((await sentOps()).flat()).toMatchObject([{ data: { city: 'Xenia' } }, { data: { username: 'sam' } }]);
    await me.db.execute('DELETE FROM outbox');
    expect(await saveProfile(() => chooseUsername({ username: 'sam' }), ['username'])).toEqual({ state: 'sent' });
    expect(await saveProfile(() => chooseUsername({ username: 'a b' }), ['username'])).toEqual({
      state: 'failed',
      code: 'username_pattern',
    });
  });

  test('unblocking a member before the block was sent sends nothing', async () => {
    await blockMember(BOB);
    await blockMember(BOB);
    await unblockMember(BOB);
    await muteMember(BOB);
    expect((await sentOps()).flat()).toMatchObject([{ op: 'PUT', table: 'mutes', data: { muted_id: BOB } }]);
    await me.db.execute('DELETE FROM outbox');
    await unmuteMember(BOB);
    expect((await sentOps()).flat()).toMatchObject([{ op: 'DELETE', table: 'mutes' }]);
  });

  test('a block hides the friendship at once, and taken back before it was sent, it returns', async () => {
    await me.synced('friends', id(61), { user_id: ME, friend_id: BOB, status: 'accepted' });
    const friends = () => me.db.getAll<{ id: string }>(FRIENDS_SQL, [ME]);
    expect(await friends()).toMatchObject([{ id: BOB }]);
    await blockMember(BOB);
    expect(await friends()).toEqual([]);
    expect(await sendFriendRequest(BOB)).toEqual({ ok: false, code: 'friend_request_failed' });
    await unblockMember(BOB);
    expect(await friends()).toMatchObject([{ id: BOB }]);
  });

  test('a report contains its target', async () => {
    const why = { reason: 'spam', details: 'Sells something' } as const;
    await fileReport({ target_type: 'post', post_id: POST, ...why });
    expect(await me.outbox()).toMatchObject([{ kind: 'report', about: 'Zeroed at 100', subject_id: POST }]);
    expect(await fileReport({ target_type: 'post', post_id: POST, ...why })).toEqual({
      ok: false,
      code: 'reported_already',
    });
    expect(await fileReport({ target_type: 'member', target_user_id: ME, ...why })).toEqual({
      ok: false,
      code: 'not_yourself',
    });
    expect((await sentOps()).flat()).toMatchObject([
      { op: 'PUT', table: 'reports', data: { reporter_id: ME, target_type: 'post', post_id: POST, reason: 'spam' } },
    ]);
  });
});

test('a database that cannot be read fails the action with a code', async () => {
  await me.db.close();
  expect(await votePost(POST, 1)).toEqual({ ok: false, code: 'storage_unavailable' });
  expect(await addComment({ post_id: POST, parent_id: null, text: 'Lost?' })).toEqual({
    ok: false,
    code: 'storage_unavailable',
  });
});

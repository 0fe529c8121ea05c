import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { differences } from '../support/recomputed.ts';
import { readReplica } from '../support/replica-of.ts';
import { insert, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';
import { storeFile } from '../support/store-file.ts';

// A comment that is only an image is visible to others when its image is there.

const world = await openSmallWorld();
const { author, friend, stranger, staff, guest } = world;

const query = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await world.admin.query(sql, values)).rows as Row[];
const arrives = (path: string, owner: string | null) => storeFile(world.admin, 'comment-images', path, owner);
const publish = async () => (await query<{ count: number }>('select publish_waiting() as count'))[0]?.count;

/** A comment without text, whose image is not there yet. */
async function waiting(who: Session, on: string, fields: Record<string, unknown> = {}) {
  const id = randomUUID();
  const path = `${on}/${id}/${randomUUID()}.webp`;
  const image_url = `/storage/v1/object/authenticated/comment-images/${path}`;
  await insert(who, 'comments', { id, post_id: on, text: '', image_url, ...fields });
  return { id, path };
}
const sees = async (who: Session, id: string) =>
  (await who.rows('select id from comments where id = $1', [id])).length === 1;
const synced = async (who: Session, on: string, id: string) => {
  const streams = { post_public: [{ post_id: on }], post_own: [{ post_id: on }], staff_post: [{ post_id: on }] };
  const { tables } = await readReplica(world.scratch.url, { userId: who.id ?? 'guest', streams });
  return tables.get('comments')?.has(id) ?? false;
};
/** What others learn of the comments on a post: the number, the people, and the notifications of the comment. */
async function signs(on: string, id: string) {
  const [count] = await query<{ comment_count: number }>('select comment_count from post_stats where id = $1', on);
  const people = await query('select 1 from post_people where post_id = $1', on);
  const told = await query("select 1 from notifications where cause = 'comment:' || $1", id);
  return { comments: count?.comment_count, people: people.length, told: told.length };
}
const UNSEEN = { comments: 0, people: 1, told: 0 };
const SEEN = { comments: 1, people: 2, told: 1 };

test('others see, count and are told of a comment that is only an image when its file is there, in its place by time', async () => {
  const on = await post(author);
  const { id, path } = await waiting(friend, on);
  for (const who of [guest, stranger, author, staff]) {
    expect(await sees(who, id)).toBe(false);
    expect(await synced(who, on, id)).toBe(false);
  }
  expect([await sees(friend, id), await synced(friend, on, id)]).toEqual([true, true]);
  expect(await signs(on, id)).toEqual(UNSEEN);
  // Nobody answers, likes or deletes what they do not see, not even staff.
  for (const who of [stranger, author, staff]) {
    expect(await refusedInsert(who, 'comments', { post_id: on, parent_id: id, text: 'Where?' })).toMatchObject({
      code: '23503',
    });
    expect(await refusedInsert(who, 'comment_likes', { comment_id: id })).toMatchObject({ code: '23503' });
    await who.run('delete from comments where id = $1', [id]);
  }
  const later = await insert(stranger, 'comments', { post_id: on, text: 'Later' });
  await query('delete from notifications where cause = $1', `comment:${later}`);
  await arrives(path, friend.id);
  for (const who of [guest, stranger, author, staff]) {
    expect(await sees(who, id)).toBe(true);
    expect(await synced(who, on, id)).toBe(true);
  }
  expect(await signs(on, id)).toEqual({ comments: 2, people: 3, told: 1 });
  expect((await query('select id from comments where post_id = $1 order by created_at', on)).map((row) => row)).toEqual(
    [{ id }, { id: later }],
  );
  await insert(author, 'comments', { post_id: on, parent_id: id, text: 'Here' });
  await insert(author, 'comment_likes', { comment_id: id });
  expect(await differences(world.admin)).toEqual({});
});

test('one with text, or whose file came first, is visible at once', async () => {
  const on = await post(author);
  const text = await waiting(friend, on, { text: 'Look' });
  const id = randomUUID();
  const path = `${on}/${id}/${randomUUID()}.webp`;
  await arrives(path, friend.id);
  await insert(friend, 'comments', {
    ...{ id, post_id: on, image_url: `/storage/v1/object/authenticated/comment-images/${path}` },
  });
  expect([await sees(stranger, text.id), await sees(stranger, id)]).toEqual([true, true]);
  expect(await signs(on, id)).toEqual({ comments: 2, people: 2, told: 1 });
});

test('a text that its author adds publishes it without its image; the text of a comment without its image is not taken away', async () => {
  const on = await post(author);
  const { id, path } = await waiting(friend, on);
  await friend.run("update comments set text = 'Bay 4 #fog @stu' where id = $1", [id]);
  expect(await sees(stranger, id)).toBe(true);
  expect(await signs(on, id)).toEqual(SEEN);
  expect(await query('select 1 from notifications where cause = $1', `mention:comment:${id}`)).toHaveLength(1);
  expect(await friend.refusal("update comments set text = '' where id = $1", [id])).toMatchObject({
    ...{ code: '23514', message: 'A comment needs some text or an image.' },
  });
  await arrives(path, friend.id);
  expect(await friend.refusal("update comments set text = '' where id = $1", [id])).toBeNull();
  expect(await signs(on, id)).toEqual(SEEN);
  expect(await differences(world.admin)).toEqual({});
});

test('one that is deleted while it waits leaves no trace, and its file publishes nothing', async () => {
  const on = await post(author);
  const { id, path } = await waiting(friend, on);
  const [result] = await friend.applyCrud(action({ op: 'DELETE', table: 'comments', id }));
  expect(result).toMatchObject({ status: 'applied' });
  expect(await signs(on, id)).toEqual(UNSEEN);
  await arrives(path, null);
  expect(await query('select 1 from comments where id = $1', id)).toEqual([]);
  expect(
    await friend.refusal('insert into comments (id, post_id, text) values ($1, $2, $3)', [id, on, 'x']),
  ).toMatchObject({ code: '23505' });
  expect(await differences(world.admin)).toEqual({});
});

test('it stays with its author if they may not comment there when the file comes, or if that was refused', async () => {
  const member = await world.newSession();
  const on = await post(author);
  const [late, refused] = [await waiting(member, on), await waiting(member, on)];
  await query('update posts set comments_locked = true where id = $1', on);
  await arrives(late.path, null);
  await query("select file_was_checked('comment-images', $1, '', 'format')", refused.path);
  await query("insert into storage.objects (bucket_id, name) values ('comment-images', $1)", refused.path);
  await publish();
  expect([await sees(stranger, late.id), await sees(member, late.id)]).toEqual([false, true]);
  expect(await signs(on, late.id)).toEqual(UNSEEN);
  await query('update posts set comments_locked = false where id = $1', on);
  await publish();
  expect([await sees(stranger, late.id), await sees(stranger, refused.id)]).toEqual([true, false]);
  expect(await sees(member, refused.id)).toBe(true);
  expect(await signs(on, late.id)).toEqual(SEEN);
});

test('the audience of its post changes meanwhile, a comment that it answers is deleted, and its post and its author go', async () => {
  const on = await post(author);
  const parent = await insert(author, 'comments', { post_id: on, text: 'First' });
  const [reply, second] = [await waiting(friend, on, { parent_id: parent }), await waiting(friend, on)];
  await query("update posts set visibility = 'friends' where id = $1", on);
  expect([await sees(author, reply.id), await sees(friend, reply.id)]).toEqual([false, true]);
  await author.run('delete from comments where id = $1', [parent]);
  await arrives(reply.path, friend.id);
  expect([await sees(author, reply.id), await sees(stranger, reply.id)]).toEqual([true, false]);
  await query("update posts set visibility = 'public' where id = $1", on);
  expect([await sees(stranger, reply.id), await sees(stranger, second.id)]).toEqual([true, false]);
  const guestOf = await world.newSession();
  await waiting(guestOf, on);
  await query('delete from profiles where id = $1', guestOf.id);
  expect(await signs(on, reply.id)).toEqual(SEEN);
  expect(await differences(world.admin)).toEqual({});
  await author.applyCrud(action({ op: 'DELETE', table: 'posts', id: on }));
  await arrives(second.path, null);
  expect(await query('select 1 from comments where post_id = $1', on)).toEqual([]);
  expect(await differences(world.admin)).toEqual({});
});

test('a post that staff bring back shows none of the comments that still wait', async () => {
  const on = await post(author);
  const { id, path } = await waiting(friend, on);
  await staff.applyCrud(
    action(put('post_removals', { post_id: on, moderator_id: staff.id, reason: 'Spam' }), {
      ...{ op: 'DELETE', table: 'posts', id: on },
    }),
  );
  await arrives(path, null);
  const [entry] = await staff.rows<{ id: string }>('select id from staff_log()');
  await staff.run('select undo_step($1)', [entry?.id]);
  expect(await sees(stranger, id)).toBe(false);
  expect(await publish()).toBe(1);
  expect([await sees(stranger, id), await signs(on, id)]).toEqual([true, SEEN]);
  expect(await differences(world.admin)).toEqual({});
});

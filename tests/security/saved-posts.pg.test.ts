import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { finishWork } from '../support/slices.ts';
import { insert, pairId, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger } = world;

const save = (session: Session, on: string) =>
  session.applyCrud(
    action(put('saved_posts', { post_id: on, user_id: session.id }, pairId('saved_post', on, session.id))),
  );
const remove = (session: Session, on: string) =>
  session.applyCrud(action({ op: 'DELETE', table: 'saved_posts', id: pairId('saved_post', on, session.id) }));
const savedBy = ({ id }: Session) =>
  world.one<string[]>(
    'select array(select post_id::text from saved_posts where user_id = $1 order by created_at desc)',
    [id],
  );

test('only the owner reads, adds and removes a saved post', async () => {
  const id = await post(author);
  expect((await save(friend, id))[0]?.status).toBe('applied');
  expect((await save(friend, id))[0]?.status).toBe('applied');
  expect(await savedBy(friend)).toEqual([id]);
  expect(await friend.rows('select post_id from saved_posts')).toEqual([{ post_id: id }]);
  for (const other of [author, stranger, world.staff]) {
    expect(await other.rows('select id from saved_posts')).toEqual([]);
    expect((await other.run('delete from saved_posts')).rowCount).toBe(0);
    expect(await refusedInsert(other, 'saved_posts', { post_id: id, user_id: friend.id })).toMatchObject({
      code: '42501',
    });
  }
  expect(await friend.refusal('update saved_posts set created_at = now()')).toMatchObject({ code: '42501' });
  expect(await world.guest.refusal('select id from saved_posts')).toMatchObject({ code: '42501' });
  expect(await refusedInsert(world.guest, 'saved_posts', { post_id: id })).toMatchObject({ code: '42501' });
  expect((await refusedInsert(stranger, 'saved_posts', { id: randomUUID(), post_id: id }))?.code).toBe('23514');
  expect((await remove(friend, id))[0]?.status).toBe('applied');
  expect(await savedBy(friend)).toEqual([]);
});

test('removing a post that is not on the list any more is no error', async () => {
  const id = await post(author);
  await save(friend, id);
  await author.run('delete from posts where id = $1', [id]);
  expect((await remove(friend, id))[0]?.status).toBe('applied');
});

test('a post that the member cannot read and one that does not exist are refused alike', async () => {
  const id = await post(author, { visibility: 'friends' });
  const [hidden, absent] = [await save(stranger, id), await save(stranger, randomUUID())];
  expect(hidden[0]).toMatchObject({ status: 'rejected', code: '23503' });
  expect({ ...hidden[0], action_id: '' }).toEqual({ ...absent[0], action_id: '' });
});

test('a saved post stays on the device only while the member may read it', async () => {
  const id = await post(author, { visibility: 'friends' });
  const old = await world.newSession();
  const lists = async () => {
    const replica = await readReplica(world.scratch.url, {
      userId: old.id ?? '',
      streams: { saved_post: [{ post_id: id }] },
    });
    return { saved: replica.ids('saved_posts').length, posts: replica.ids('posts').filter((held) => held === id) };
  };
  await world.admin.query('select private.befriend($1, $2)', [author.id, old.id]);
  await save(old, id);
  // Without the feed of friends: only `readable` decides.
  await world.admin.query('update friends set in_feed = false where user_id = $1', [old.id]);
  expect(await lists()).toEqual({ saved: 1, posts: [id] });
  await world.admin.query('update profiles set is_banned = true where id = $1', [old.id]);
  expect((await lists()).posts).toEqual([]);
  await world.admin.query('update profiles set is_banned = false where id = $1', [old.id]);
  expect((await lists()).posts).toEqual([id]);
  await world.admin.query("update posts set status = 'removed' where id = $1", [id]);
  expect((await lists()).posts).toEqual([]);
  await world.admin.query("update posts set status = 'live' where id = $1", [id]);
  expect((await lists()).posts).toEqual([id]);
  await old.run('delete from friends where user_id = $1 and friend_id = $2', [old.id, author.id]);
  expect(await lists()).toEqual({ saved: 1, posts: [] });
});

test('the newest 30 are synced automatically, an older one on request, and 300 is the most', async () => {
  const reader = await world.newSession();
  const { rows } = await world.admin.query<{ id: string }>(
    `with made as (insert into posts (user_id, title, visibility) select $1, 'Old ' || n, 'public' from generate_series(1, 300) n returning id)
     select id from made`,
    [stranger.id],
  );
  await finishWork(world.admin);
  const inOrder = 'select id from unnest($1::uuid[]) with ordinality as given (id, place) order by place';
  await reader.run(`insert into saved_posts (post_id) ${inOrder}`, [rows.map(({ id }) => id)]);
  const recent = () =>
    world.one<number>('select count(*)::int from saved_posts where user_id = $1 and is_recent', [reader.id]);
  expect(await recent()).toBe(30);
  const one = await post(author);
  expect((await save(reader, one))[0]).toMatchObject({
    status: 'rejected',
    message: 'You can save up to 300 posts. Remove one that you do not need any more.',
  });
  await remove(reader, rows.at(-1)?.id ?? '');
  expect(await recent()).toBe(30);
  expect((await save(reader, one))[0]?.status).toBe('applied');
  const oldest = rows[0]?.id ?? '';
  const comment = await insert(author, 'comments', { post_id: oldest, text: 'Kept' });
  const here = async (streams = {}) => readReplica(world.scratch.url, { userId: reader.id ?? '', streams });
  const few = await here();
  const more = await here({ saved_post: [{ post_id: oldest }] });
  expect(few.ids('saved_posts')).toHaveLength(300);
  expect(more.ids('posts')).toContain(oldest);
  expect(more.ids('comments')).toContain(comment);
  expect(more.buckets.length).toBe(few.buckets.length + 1);
});

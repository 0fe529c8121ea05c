import { randomUUID } from 'node:crypto';
import { storeFile } from '../support/store-file.ts';
import { beforeAll, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { insert, post, put, refusedInsert, sees, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, friend, stranger, staff } = world;
let second: Session;
let ceo: Session;

beforeAll(async () => {
  second = await world.newSession({ role: 'admin', username: 'berta' });
  ceo = await world.newSession({ role: 'ceo', username: 'kip' });
});

interface Entry {
  id: string;
  action: string;
  actor: string;
  title: string | null;
  is_undone: boolean;
  can_undo: boolean;
}
const log = () => staff.rows<Entry>('select * from staff_log()');
const newest = async (): Promise<Entry> => (await log())[0]!;
const set = (id: string, data: Record<string, unknown>) => action({ op: 'PATCH', table: 'posts', id, data });
const remove = (session: Session, id: string, reason = 'Spam') =>
  action(put('post_removals', { post_id: id, moderator_id: session.id, reason }), { op: 'DELETE', table: 'posts', id });

const state = (id: string) => world.one<string | null>('select status from posts where id = $1', [id]);
const undo = (session: Session, entry: Entry) => session.refusal('select undo_step($1)', [entry.id]);
const posts = () => world.one<number>('select post_count from profile_stats where id = $1', [author.id]);
const notices = (id: string) =>
  world.one<number>("select count(*)::int from notifications where cause = 'removal:' || $1", [id]);

test('brings back the post with its comments, tags and counts, once, and takes back the notice', async () => {
  const id = await post(author, { title: 'Back #again' });
  await insert(friend, 'comments', { post_id: id, text: 'Seen it' });
  const before = await posts();
  expect((await staff.applyCrud(remove(staff, id)))[0]).toMatchObject({ status: 'applied' });
  const removed = await newest();
  expect(removed).toMatchObject({ action: 'delete_post', actor: 'addy', can_undo: true });
  for (const session of [stranger, friend, world.guest]) {
    expect(await sees(session, id)).toBe(false);
    for (const table of ['comments', 'hashtags', ...(session === world.guest ? [] : ['post_people'])])
      expect(await session.rows(`select 1 from ${table} where post_id = $1`, [id]), table).toEqual([]);
  }
  expect([await posts(), await notices(id)]).toEqual([before - 1, 1]);
  // Neither its author nor other staff change it meanwhile.
  for (const session of [author, second]) {
    for (const change of [set(id, { title: 'x' }), action({ op: 'DELETE', table: 'posts', id })])
      expect((await session.applyCrud(change))[0]).toMatchObject({ status: 'rejected', code: 'P0002' });
  }
  expect((await second.applyCrud(set(id, { flagged: 1 })))[0]).toMatchObject({ code: 'P0002' });
  expect(await refusedInsert(friend, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: '23503' });

  for (const session of [author, stranger, friend])
    expect(await undo(session, removed)).toMatchObject({ code: '42501' });
  expect(await undo(world.guest, removed)).toMatchObject({ code: '42501' });
  expect(await undo(second, removed)).toBeNull();
  expect(await newest()).toMatchObject({
    action: 'restore_post',
    actor: 'berta',
    title: 'Back #again',
    can_undo: false,
  });
  expect((await log()).find(({ id: entry }) => entry === removed.id)).toMatchObject({
    is_undone: true,
    can_undo: false,
  });
  expect(await sees(stranger, id)).toBe(true);
  for (const table of ['comments', 'hashtags'])
    expect(await stranger.rows(`select 1 from ${table} where post_id = $1`, [id]), table).toHaveLength(1);
  expect(
    await stranger.rows("select list from listed_posts where post_id = $1 and list like '%again'", [id]),
  ).toHaveLength(1);
  expect([await posts(), await notices(id)]).toEqual([before, 0]);
  expect(await author.rows('select 1 from post_deletions where id = $1', [id])).toEqual([]);
  expect(await undo(staff, removed)).toMatchObject({ code: '23505' });

  // A second removal is a step of its own, with a notice of its own.
  await staff.applyCrud(remove(staff, id));
  expect(await notices(id)).toBe(1);
  expect(await undo(staff, await newest())).toBeNull();
});

test('a post that waited for its pictures waits again; a banned admin, a purged post and a deleted author undo nothing', async () => {
  const waiting = await post(author, { status: 'pending_media' });
  await insert(author, 'post_images', {
    post_id: waiting,
    url: `/storage/v1/object/authenticated/post-images/${waiting}/${randomUUID()}.webp`,
  });
  await staff.applyCrud(remove(staff, waiting));
  const fired = await world.newSession({ role: 'admin', is_banned: true });
  expect(await undo(fired, await newest())).toMatchObject({ code: '42501' });
  expect(await undo(ceo, await newest())).toBeNull();
  expect(await state(waiting)).toBe('pending_media');

  const old = await post(author);
  await staff.applyCrud(remove(staff, old));
  const entry = await newest();
  const purge = (days: number) =>
    world.one<number>("select purge_removed_posts(now() + $1 * interval '1 day')", [days]);
  expect(await purge(29)).toBe(0);
  expect(await state(old)).toBe('removed');
  await purge(31);
  expect(await state(old)).toBeUndefined();
  expect(await newest()).toMatchObject({ id: entry.id, can_undo: false });
  expect(await undo(staff, entry)).toMatchObject({ code: 'P0002' });
  expect(await author.refusal('select purge_removed_posts()')).toMatchObject({ code: '42501' });

  const leaver = await world.newSession();
  await staff.applyCrud(remove(staff, await post(leaver)));
  await world.admin.query('delete from auth.users where id = $1', [leaver.id]);
  expect(await undo(staff, await newest())).toMatchObject({ code: 'P0002' });
});

const removeComment = async (id: string) => {
  expect((await staff.applyCrud(action({ op: 'DELETE', table: 'comments', id })))[0]?.status).toBe('applied');
  return newest();
};
const comment = (id: string) =>
  world.one<object | undefined>(
    `select jsonb_build_object('text', c.text, 'parent', c.parent_id, 'by', c.user_id, 'depth', c.depth, 'created_at', c.created_at, 'likes', s.likes)
       from comments c join comment_stats s using (id) where c.id = $1`,
    [id],
  );

test('brings back a comment in its place, with its likes, tags and counts, and notifies nobody again', async () => {
  const id = await post(author);
  const parent = await insert(author, 'comments', { post_id: id, text: 'First' });
  const said = await insert(friend, 'comments', { post_id: id, parent_id: parent, text: 'Second #kept' });
  const reply = await insert(author, 'comments', { post_id: id, parent_id: said, text: 'Third' });
  for (const session of [author, stranger]) await insert(session, 'comment_likes', { comment_id: said });
  const [before, below] = [await comment(said), await comment(reply)];
  const counts = () =>
    world.one<string>(
      `select p.comment_count || ' of ' || s.comment_count from post_stats p, profile_stats s where p.id = $1 and s.id = $2`,
      [id, friend.id],
    );
  const counted = await counts();
  const notices = () =>
    world.one<number>("select count(*)::int from notifications where cause like '%comment:' || $1", [said]);
  expect(await notices()).toBe(1);

  const removed = await removeComment(said);
  expect(removed).toMatchObject({ action: 'delete_comment', title: 'Second #kept', can_undo: true });
  for (const session of [author, friend, second])
    expect(await session.rows('select 1 from comments where id = $1', [said])).toEqual([]);
  // Its author gets the text with the own data, and nobody else does.
  const exported = (session: Session) => session.rows("select export_my_data() -> 'removed_comments' as found");
  expect(await exported(friend)).toMatchObject([{ found: [{ id: said, text: 'Second #kept' }] }]);
  expect(await exported(author)).toEqual([{ found: [] }]);
  // A device that has not learned of it cannot bring it back.
  expect(await refusedInsert(friend, 'comments', { id: said, post_id: id, text: 'Second #kept' })).toMatchObject({
    code: '23505',
  });
  for (const session of [friend, author, world.guest])
    expect(await undo(session, removed)).toMatchObject({ code: '42501' });
  expect(await undo(second, removed)).toBeNull();
  expect(await newest()).toMatchObject({ action: 'restore_comment', actor: 'berta', title: 'Second #kept' });
  expect([await comment(said), await comment(reply), await counts()]).toEqual([before, below, counted]);
  expect(await stranger.rows('select 1 from hashtags where comment_id = $1', [said])).toHaveLength(1);
  expect(await notices()).toBe(0);
  expect(await undo(staff, removed)).toMatchObject({ code: '23505' });
  // A deletion by its author is no step of staff, and stays.
  expect((await friend.run('delete from comments where id = $1', [said])).rowCount).toBe(1);
  expect(await newest()).toMatchObject({ action: 'restore_comment' });
  expect(await world.one('select count(*)::int from private.removed_comments where id = $1', [said])).toBe(0);
});

test('without its parent a comment comes back as the first; after 30 days, or with its post or author, it is gone with its file', async () => {
  const id = await post(author);
  const parent = await insert(author, 'comments', { post_id: id, text: 'First' });
  const said = await insert(friend, 'comments', { post_id: id, parent_id: parent, text: 'Second' });
  const removed = await removeComment(said);
  await author.run('delete from comments where id = $1', [parent]);
  expect(await undo(staff, removed)).toBeNull();
  expect(await comment(said)).toMatchObject({ text: 'Second', parent: null });

  const leaver = await world.newSession();
  const file = async (session: Session) => {
    const name = `${randomUUID()}`;
    const path = `${id}/${name}/${randomUUID()}.webp`;
    await storeFile(world.admin, 'comment-images', path, session.id);
    const url = `/storage/v1/object/authenticated/comment-images/${path}`;
    await insert(session, 'comments', { id: name, post_id: id, image_url: url });
    return { id: name, path };
  };
  const isListed = (path: string) =>
    world.one<boolean>('select exists (select 1 from private.storage_removals where path = $1)', [path]);
  const [old, ofLeaver, ofPost] = [await file(friend), await file(leaver), await file(friend)];
  const steps = [];
  for (const one of [old, ofLeaver, ofPost]) {
    steps.push(await removeComment(one.id));
    expect(await isListed(one.path)).toBe(false);
  }
  const purge = (days: number) =>
    world.one<number>("select purge_removed_comments(now() + $1 * interval '1 day')", [days]);
  await world.admin.query(
    "update private.removed_comments set removed_at = removed_at - interval '5 days' where id = $1",
    [old.id],
  );
  expect(await purge(24)).toBe(0);
  expect(await purge(26)).toBe(1);
  await world.admin.query('delete from auth.users where id = $1', [leaver.id]);
  await world.admin.query('delete from posts where id = $1', [id]);
  for (const [index, { path }] of [old, ofLeaver, ofPost].entries()) {
    expect(await isListed(path)).toBe(true);
    expect(await undo(staff, steps[index]!)).toMatchObject({ code: 'P0002' });
  }
  expect(await author.refusal('select purge_removed_comments()')).toMatchObject({ code: '42501' });
});

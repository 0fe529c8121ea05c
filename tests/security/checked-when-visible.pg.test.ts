import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { insert, post, put, sees, openSmallWorld } from '../support/social.ts';
import { storeFile } from '../support/store-file.ts';

// What is written while its author may write, and becomes visible only later.

const world = await openSmallWorld();
const { author, friend, stranger, staff } = world;

const query = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (await world.admin.query(sql, values)).rows as Row[];
const set = (who: Session, column: 'is_muted' | 'is_banned', value: boolean) =>
  query(`update profiles set ${column} = $2 where id = $1`, who.id, value);
const store = (bucket: string, path: string, owner: string | null) => storeFile(world.admin, bucket, path, owner);
const publish = async () => (await query<{ count: number }>('select publish_waiting() as count'))[0]?.count;
const status = async (id: string) =>
  (await query<{ status: string }>('select status from posts where id = $1', id))[0]?.status;

/** A post that waits for the files of two pictures; one is there. */
async function waitingPost(who: Session) {
  const id = await post(who, { title: 'Stocked @frida', status: 'pending_media' });
  const paths = [`${id}/${randomUUID()}.webp`, `${id}/${randomUUID()}.webp`] as const;
  const pictures = [];
  for (const path of paths)
    pictures.push(
      await insert(who, 'post_images', { post_id: id, url: `/storage/v1/object/authenticated/post-images/${path}` }),
    );
  await store('post-images', paths[0], who.id);
  return { id, paths, pictures };
}
const notices = (id: string) =>
  query<{ reason: string }>(
    "select data ->> 'reason' as reason from notifications where cause = 'unpublished:' || $1",
    id,
  );
const mentions = (id: string) => query("select 1 from notifications where cause = 'mention:post:' || $1", id);

test.each([
  ['muted', 'is_muted', 'Your account is muted, so this was not published. It is published when that ends.'],
  ['banned', 'is_banned', undefined],
] as const)('a %s member publishes no stocked post, and it follows when that ends', async (_name, state, sentence) => {
  const member = await world.newSession();
  const [byRow, byFile, byVideo, free] = [
    await waitingPost(member),
    await waitingPost(member),
    await post(member, { status: 'pending_media' }),
    await waitingPost(author),
  ];
  await query("update posts set video_url = '/storage/v1/object/public/public-videos/a/b.mp4' where id = $1", byVideo);
  await set(member, state, true);
  // The rows of the files that did not come go (a muted member may delete), the last file comes by the service, and the
  // check of a video removes it.
  if (state === 'is_muted')
    expect(
      await member.applyCrud(action({ op: 'DELETE', table: 'post_images', id: byRow.pictures[1] ?? '' })),
    ).toMatchObject([{ status: 'applied' }]);
  else await query('delete from post_images where id = $1', byRow.pictures[1]);
  await store('post-images', byFile.paths[1], null);
  await query("insert into storage.objects (bucket_id, name) values ('public-videos', 'a/b.mp4')");
  await query("select file_was_checked('public-videos', 'a/b.mp4', '', 'length')");
  await query("delete from storage.objects where name = 'a/b.mp4'");
  await query("delete from private.file_checks where path = 'a/b.mp4'");
  await author.run('delete from post_images where id = $1', [free.pictures[1]]);
  const stocked = [byRow.id, byFile.id, byVideo];
  for (const id of stocked) {
    expect(await status(id)).toBe('pending_media');
    expect(await sees(friend, id)).toBe(false);
    expect(await mentions(id)).toEqual([]);
    expect((await notices(id)).map(({ reason }) => reason)).toEqual(sentence ? [sentence] : []);
  }
  expect(await status(free.id)).toBe('live');
  // Nothing is lost meanwhile, however long it takes, and only the jobs publish.
  expect(await query("select expire_pending_posts(now() + interval '15 days')")).toHaveLength(1);
  expect(await publish()).toBe(0);
  expect(await member.refusal('select publish_waiting()')).toMatchObject({ code: '42501' });
  expect(await status(byRow.id)).toBe('pending_media');
  await set(member, state, false);
  expect(await publish()).toBe(3);
  for (const id of stocked) {
    expect(await sees(friend, id)).toBe(true);
    expect(await notices(id)).toEqual([]);
  }
  expect(await mentions(byRow.id)).toHaveLength(1);
  expect(await publish()).toBe(0);
});

test('a post that staff removed while it waited, and brought back, waits for the end of the mute too', async () => {
  const member = await world.newSession();
  const { id, paths } = await waitingPost(member);
  await staff.applyCrud(
    action(put('post_removals', { post_id: id, moderator_id: staff.id, reason: 'Spam' }), {
      op: 'DELETE',
      table: 'posts',
      id,
    }),
  );
  await set(member, 'is_muted', true);
  await store('post-images', paths[1], null).catch(() => {});
  const [entry] = await staff.rows<{ id: string }>('select id from staff_log()');
  await staff.run('select undo_step($1)', [entry?.id]);
  expect(await status(id)).toBe('pending_media');
  await set(member, 'is_muted', false);
  await publish();
  expect(await status(id)).toBe('live');
});

/** A comment whose image is not there yet. */
async function waitingComment(who: Session, on: string) {
  const id = randomUUID();
  const path = `${on}/${id}/${randomUUID()}.webp`;
  const image_url = `/storage/v1/object/authenticated/comment-images/${path}`;
  await insert(who, 'comments', { id, post_id: on, text: 'Look', image_url });
  return { id, path };
}
const missing = async (id: string) =>
  (await query<{ image_missing: boolean }>('select image_missing from comments where id = $1', id))[0]?.image_missing;

test.each([
  ['a muted member', 'update profiles set is_muted = $3 where id = $1 and $2::uuid is not null'],
  ['a banned member', 'update profiles set is_banned = $3 where id = $1 and $2::uuid is not null'],
  ['a locked post', 'update posts set comments_locked = $3 where id = $2 and $1::uuid is not null'],
  [
    'a blocked member',
    `with gone as (delete from blocks where blocked_id = $1 and not $3)
     insert into blocks (user_id, blocked_id) select p.user_id, $1 from posts p where p.id = $2 and $3`,
  ],
  [
    'a reader who lost the right',
    "update posts set visibility = case when $3 then 'friends' else 'public' end where id = $2 and $1::uuid is not null",
  ],
])('the image of a comment of %s does not appear later', async (_name, change) => {
  const member = await world.newSession();
  const home = await post(author);
  const [late, done] = [await waitingComment(member, home), await waitingComment(member, home)];
  await store('comment-images', done.path, member.id);
  expect([await missing(late.id), await missing(done.id)]).toEqual([true, false]);
  await query(change, member.id, home, true);
  await expect(store('comment-images', late.path, member.id)).rejects.toThrow('This file cannot be uploaded here.');
  // By the service, and by the job.
  await store('comment-images', late.path, null);
  await publish();
  expect(await missing(late.id)).toBe(true);
  await query(change, member.id, home, false);
  await publish();
  expect(await missing(late.id)).toBe(false);
});

test('a muted or banned member changes nothing that others see: the description of a picture, a poll, a text', async () => {
  const member = await world.newSession();
  const poll = randomUUID();
  await insert(member, 'polls', { id: poll, question: 'Hot?', options: '["yes", "no"]' });
  const id = await post(member, { poll_id: poll });
  const picture = await insert(member, 'post_images', { post_id: id, url: 'https://img.example/a.webp', alt: 'Steel' });
  const comment = await insert(member, 'comments', { post_id: id, text: 'First' });
  const changes: [string, string][] = [
    ["update post_images set alt = 'Buy here' where id = $1", picture],
    ['update post_images set position = 3 where id = $1', picture],
    ["update polls set question = 'Buy?' where id = $1", poll],
    ["update posts set title = 'Buy' where id = $1", id],
    ["update comments set text = 'Buy' where id = $1", comment],
  ];
  for (const state of ['is_muted', 'is_banned'] as const) {
    await set(member, state, true);
    for (const [sql, row] of changes) expect(await member.refusal(sql, [row]), sql).toMatchObject({ code: '42501' });
    await set(member, state, false);
  }
  for (const [sql, row] of changes) expect(await member.refusal(sql, [row]), sql).toBeNull();
});

test('a comment on a post that its author cannot read any more is not edited, also without a condition on its row', async () => {
  const home = await post(author, { visibility: 'friends' });
  await insert(friend, 'comments', { post_id: home, text: 'First' });
  await query(
    'delete from friends where $1 in (user_id, friend_id) and $2 in (user_id, friend_id)',
    friend.id,
    author.id,
  );
  expect(await friend.refusal("update comments set text = 'Second'")).toMatchObject({ code: '23503' });
  await query('select private.befriend($1, $2)', author.id, friend.id);
  expect(await friend.refusal("update comments set text = 'Second'")).toBeNull();
});

test('a queued push about a post that its recipient cannot read any more is not sent', async () => {
  await query(
    "insert into push_subscriptions (user_id, endpoint, p256dh, auth) values ($1, 'https://push.example/a', $2, $3)",
    friend.id,
    'p'.repeat(87),
    'a'.repeat(22),
  );
  const mention = (fields: Record<string, unknown>) => post(author, { title: 'Hello @frida', ...fields });
  await mention({ visibility: 'friends' });
  const open = await mention({});
  expect(await query('select payload from private.push_queue')).toHaveLength(2);
  await query(
    'delete from friends where $1 in (user_id, friend_id) and $2 in (user_id, friend_id)',
    friend.id,
    author.id,
  );
  const [claimed] = await query<{ pushes: { payload: { url: string } }[] }>('select claim_pushes(100) as pushes');
  expect(claimed?.pushes.map(({ payload }) => payload.url)).toEqual([`/posts/${open}`]);
  await query('select private.befriend($1, $2)', author.id, friend.id);
  expect(await sees(stranger, open)).toBe(true);
});

test('a stocked post that lost its files waits for files again: it takes no turn of others, and expires', async () => {
  const member = await world.newSession();
  const { id, paths, pictures } = await waitingPost(member);
  await query('update posts set title = null where id = $1', id);
  await set(member, 'is_muted', true);
  await store('post-images', paths[1], null);
  const listed = () => query('select 1 from private.unpublished_posts where post_id = $1', id);
  expect(await listed()).toHaveLength(1);
  await member.run('delete from post_images where id = any ($1)', [pictures]);
  expect(await listed()).toEqual([]);
  await set(member, 'is_muted', false);
  expect(await publish()).toBe(0);
  await query("select expire_pending_posts(now() + interval '15 days')");
  expect(await status(id)).toBeUndefined();
});

test('a member with many waiting posts delays nobody: twenty posts in a run, one of each author after the other', async () => {
  const [many, one] = [await world.newSession(), await world.newSession()];
  for (const [who, count] of [
    [many, 25],
    [one, 1],
  ] as const)
    await query(
      `with made as (insert into posts (user_id, title, status) select $1, 'Late', 'pending_media' from generate_series(1, $2::int) returning id)
       insert into private.unpublished_posts (post_id) select id from made`,
      ...[who.id, count],
    );
  const waiting = async (who: Session) =>
    (await query("select 1 from posts where user_id = $1 and status = 'pending_media'", who.id)).length;
  expect(await publish()).toBe(20);
  expect([await waiting(many), await waiting(one)]).toEqual([6, 0]);
  expect(await publish()).toBe(6);
});

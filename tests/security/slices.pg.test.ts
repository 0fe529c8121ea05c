import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, describe, expect, test } from 'vitest';
import { action, Session } from '../support/as-member.ts';
import { CROWD, type Crowd, found, startCrowd } from '../support/crowd.ts';
import { finishWork, rowsWritten } from '../support/slices.ts';
import { insert, post, put, refusedInsert, openSmallWorld } from '../support/social.ts';

// A post, a comment and members with more than one statement may touch. One click writes a bounded number of rows, what
// it hides is hidden at once, and after the work in slices everything is as if it had been one statement.
/**
 * The most rows that one click may write that changes the place of a post: about 17 for each of its newest 100
 * comments.
 */
const BOUND = 2_300;
/** The most of any other click: a slice, and what its triggers write. */
const FEW = 450;
/** The most that one slice of 200 may write, with what its triggers write. */
const SLICE_BOUND = 2_500;

const world = await openSmallWorld();
const { admin, author, staff } = world;
let db: pg.Client;
let reader: Session;
let crowd: readonly string[];
let makeHeavy: Crowd['makeHeavy'];
let miscounted: Crowd['miscounted'];
let synced: Crowd['synced'];
let traces: Crowd['traces'];

beforeAll(async () => {
  db = await world.scratch.connect();
  ({ ids: crowd, makeHeavy, miscounted, synced, traces } = await startCrowd(world));
  reader = new Session(await world.scratch.connect(), crowd[0]!);
}, 120_000);

describe('73: a post with more rows than one statement may touch', () => {
  test('staff remove it and bring it back: few rows, hidden and shown at once, counts right at the end', async () => {
    const { id } = await makeHeavy(author);
    expect(await found(world.guest, id)).toEqual(expect.arrayContaining(['posts', 'comments', 'search']));
    expect(await synced(world.guest, id, author)).toEqual([
      'comment_stats',
      'comments',
      'listed_posts',
      'post_stats',
      'posts',
      'tag_comments',
    ]);

    expect(await rowsWritten(db, staff, 'delete from posts where id = $1', [id])).toBeLessThan(BOUND);
    for (const session of [world.guest, world.friend, reader]) expect(await found(session, id)).toEqual([]);
    for (const session of [world.guest, reader]) expect(await synced(session, id, author)).toEqual([]);
    expect(await refusedInsert(reader, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: '23503' });
    expect((await finishWork(admin)).at(-1)).toBe('post_audience done');
    expect(await miscounted()).toBe(0);

    const [step] = await staff.rows<{ id: string }>("select id from staff_log() where action = 'delete_post'");
    expect(await rowsWritten(db, staff, 'select undo_step($1)', [step?.id])).toBeLessThan(BOUND);
    expect(await world.guest.rows('select 1 from comments where post_id = $1', [id])).toHaveLength(CROWD);
    expect(await synced(world.guest, id, author)).toEqual([
      'comment_stats',
      'comments',
      'listed_posts',
      'post_stats',
      'posts',
      'tag_comments',
    ]);
    await finishWork(admin);
    expect(await miscounted()).toBe(0);
    expect(await world.one('select comment_count from post_stats where id = $1', [id])).toBe(CROWD);
  });

  test('its author deletes it: few rows, hidden from everybody at once, gone with all rows and counts at the end', async () => {
    const { id } = await makeHeavy(author, { title: 'Heavy #heavy' });
    const file = `${id}/${randomUUID()}/${randomUUID()}.webp`;
    await admin.query("insert into storage.objects (bucket_id, name) values ('comment-images', $1)", [file]);
    const posts = await world.one<number>('select post_count from profile_stats where id = $1', [author.id]);
    const remove = action({ op: 'DELETE', table: 'posts', id });
    expect(
      await rowsWritten(db, author, 'select apply_crud($1)', [JSON.stringify({ v: 1, actions: [remove] })]),
    ).toBeLessThan(BOUND);
    expect(await world.one('select count(*)::int from write_rejections where user_id = $1', [author.id])).toBe(0);
    for (const session of [world.guest, reader, author, staff]) expect(await found(session, id)).toEqual([]);
    for (const session of [world.guest, reader, author, staff]) expect(await synced(session, id, author)).toEqual([]);
    expect(await world.one('select post_count from profile_stats where id = $1', [author.id])).toBe(posts - 1);
    // Nobody uses what is left of it, nor its id.
    for (const session of [author, staff, reader]) {
      expect(await refusedInsert(session, 'comments', { post_id: id, text: 'x' })).toMatchObject({ code: '23503' });
      expect((await session.run("update posts set title = 'x' where id = $1", [id])).rowCount).toBe(0);
      expect((await session.run('delete from posts where id = $1', [id])).rowCount).toBe(0);
    }
    expect((await author.applyCrud(action(put('posts', { user_id: author.id, title: 'Again' }, id))))[0]).toMatchObject(
      { code: '23505' },
    );

    for (
      let slices = 0;
      (await world.one<number>('select count(*)::int from posts where id = $1', [id])) > 0;
      slices += 1
    ) {
      expect(await rowsWritten(db, null, "select private.do_slice('post', $1, 200)", [id])).toBeLessThan(SLICE_BOUND);
      expect(slices).toBeLessThan(100);
    }
    await finishWork(admin);
    // The id that is never used again, the refusal above, and the files until they are removed.
    expect(await traces(id)).toEqual([
      'private.file_checks',
      'private.storage_removals',
      'public.post_deletions',
      'public.write_rejections',
      'storage.objects',
    ]);
    expect(await world.one('select count(*)::int from private.storage_removals where path = $1', [file])).toBe(1);
    expect(await miscounted()).toBe(0);
    expect(await refusedInsert(author, 'posts', { id, title: 'Again' })).toMatchObject({ code: '23505' });

    // A post with few rows is gone in the same statement, as before.
    const small = await post(author);
    await insert(reader, 'comments', { post_id: small, text: 'x' });
    expect((await author.run('delete from posts where id = $1', [small])).rowCount).toBe(1);
    expect(await world.one('select count(*)::int from posts where id = $1', [small])).toBe(0);
  });

  test('the purge after 30 days deletes it in slices, and staff no longer undo it', async () => {
    const { id } = await makeHeavy(author);
    await staff.run('delete from posts where id = $1', [id]);
    await finishWork(admin);
    expect(await rowsWritten(db, null, "select purge_removed_posts(now() + interval '31 days')")).toBeLessThan(BOUND);
    expect(await found(author, id)).toEqual([]);
    const [step] = await staff.rows<{ id: string }>("select id from staff_log() where action = 'delete_post'");
    expect(await staff.refusal('select undo_step($1)', [step?.id])).toMatchObject({ code: 'P0002' });
    await finishWork(admin);
    expect(await world.one('select count(*)::int from posts where id = $1', [id])).toBe(0);
    expect(await miscounted()).toBe(0);
  });

  test('pin, flag, edit, a vote on it and its way to an older page of its author write few rows', async () => {
    const { id } = await makeHeavy(author, { title: 'Pinned' });
    // A comment may have thirty tags: the post is in the lists of a hundred.
    await admin.query(
      `insert into comments (post_id, user_id, text)
       select $1, $2, (select string_agg('#n' || c || 'x' || t, ' ') from generate_series(1, 30) t) from generate_series(1, 5) c`,
      [id, crowd[1]],
    );
    for (const change of ["title = 'Edited'", 'flagged = true', 'sticky = true', 'sticky = false', 'flagged = false'])
      expect(
        await rowsWritten(db, change.startsWith('title') ? author : staff, `update posts set ${change} where id = $1`, [
          id,
        ]),
        change,
      ).toBeLessThan(BOUND);
    expect(await rowsWritten(db, author, 'insert into post_votes (post_id, value) values ($1, 1)', [id])).toBeLessThan(
      400,
    );
    expect(await rowsWritten(db, null, 'update posts set author_page = 1 where id = $1', [id])).toBeLessThan(BOUND);
    await finishWork(admin);
    expect(
      await world.one(
        `select count(*)::int from comments c join comment_stats s using (id) join posts p on p.id = c.post_id where c.is_recent and p.id = $1
         and (c.audience, c.feed_page, c.sticky, c.author_page, s.audience, s.author_page) is not distinct from (p.audience, p.feed_page, p.sticky, p.author_page, p.audience, p.author_page)`,
        [id],
      ),
    ).toBe(100);
    expect(
      await world.one('select count(*)::int from post_people where is_recent and post_id = $1', [id]),
    ).toBeLessThanOrEqual(101);
  });
});

test('73: a comment with many replies and likes is removed, brought back and deleted with few rows', async () => {
  const { id, first } = await makeHeavy(author);
  const likes = () => world.one<number>('select likes from comment_stats where id = $1', [first]);
  expect(await rowsWritten(db, staff, 'delete from comments where id = $1', [first])).toBeLessThan(FEW);
  expect(await author.rows('select 1 from comment_likes where comment_id = $1', [first])).toEqual([]);
  expect(await refusedInsert(author, 'comment_likes', { comment_id: first })).toMatchObject({ code: '23503' });
  await finishWork(admin);
  // A member takes the like back meanwhile.
  await new Session(db, crowd[5]!).run('delete from comment_likes where comment_id = $1', [first]);
  const [step] = await staff.rows<{ id: string }>("select id from staff_log() where action = 'delete_comment'");
  expect(await rowsWritten(db, staff, 'select undo_step($1)', [step?.id])).toBeLessThan(FEW);
  expect(await likes()).toBe(CROWD - 1);
  expect(await world.one('select count(*)::int from comments where parent_id = $1', [first])).toBe(CROWD - 1);

  expect(await rowsWritten(db, new Session(db, crowd[0]!), 'delete from comments where id = $1', [first])).toBeLessThan(
    FEW,
  );
  await finishWork(admin);
  expect(await world.one('select count(*)::int from comment_likes where comment_id = $1', [first])).toBe(0);
  expect(await world.one('select comment_count from post_stats where id = $1', [id])).toBe(CROWD - 1);
  expect(await miscounted()).toBe(0);
});

test('73: a rename, a ban and its end of a member whom everybody knows write few rows, and reach all copies', async () => {
  const known = await world.newSession({ username: 'known' });
  await admin.query(
    `insert into friends (id, user_id, friend_id, status)
     select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a04', one, other), one, other, 'accepted'
     from crowd c, lateral (values ($1::uuid, c.id), (c.id, $1::uuid)) as pair (one, other) on conflict do nothing`,
    [known.id],
  );
  expect(
    await rowsWritten(db, known, "update profiles set username = 'renamed' where id = $1", [known.id]),
  ).toBeLessThan(FEW);
  expect(await world.one("select author ->> 'username' from profiles_public where id = $1", [known.id])).toBe(
    'renamed',
  );
  await finishWork(admin);
  expect(
    await world.one(
      "select count(*)::int from known_people where person_id = $1 and author ->> 'username' = 'renamed'",
      [known.id],
    ),
  ).toBe(CROWD);

  for (const banned of [true, false]) {
    expect(
      await rowsWritten(db, null, 'update profiles set is_banned = $2 where id = $1', [known.id, banned]),
    ).toBeLessThan(FEW);
    await finishWork(admin);
    expect(
      await world.one('select count(*)::int from friends where user_id = $1 and user_active = $2', [known.id, banned]),
    ).toBe(0);
  }
});

test('73: reading a message after hundreds of unread ones writes few rows, and reads them all', async () => {
  const [sender, recipient] = [crowd[2]!, crowd[3]!];
  await admin.query(
    `insert into private_messages (sender_id, recipient_id, content) select $1, $2, 'Message ' || n from generate_series(1, 700) n`,
    [sender, recipient],
  );
  const unread = () =>
    world.one('select unread from threads_index where owner_id = $1 and user_id = $2', [recipient, sender]);
  expect(await unread()).toBe(700);
  expect(
    await rowsWritten(
      db,
      new Session(db, recipient),
      'update private_messages set read = true where id = (select id from private_messages where recipient_id = $1 order by created_at desc limit 1)',
      [recipient],
    ),
  ).toBeLessThan(FEW);
  expect(await unread()).toBe(499);
  await finishWork(admin);
  expect(await unread()).toBe(0);
  expect(
    await world.one('select count(*)::int from private_messages where recipient_id = $1 and not read', [recipient]),
  ).toBe(0);
});

import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { finishWork, rowsWritten } from '../support/slices.ts';
import { insert, post, put, refusedInsert, type SmallWorld, startSmallWorld } from '../support/social.ts';

// A post, a comment and members with more than one statement may touch. One click writes a bounded number of rows, what it hides is hidden at once, and after the
// work in slices everything is as if it had been one statement.
const CROWD = 600;
/** The most rows that one click may write that changes the place of a post: about 17 for each of its newest 100 comments. */
const BOUND = 2_300;
/** The most of any other click: a slice, and what its triggers write. */
const FEW = 450;
/** The most that one slice of 200 may write, with what its triggers write. */
const SLICE_BOUND = 2_500;

let world: SmallWorld;
let admin: pg.Client;
let db: pg.Client;
let author: Session;
let staff: Session;
let reader: Session;
let crowd: string[];

beforeAll(async () => {
  world = await startSmallWorld();
  ({ admin, author, staff } = world);
  db = await world.scratch.connect();
  crowd = await makeCrowd();
  reader = new Session(await world.scratch.connect(), crowd[0]!);
}, 120_000);
afterAll(() => world.scratch.stop());

/** Members, without their triggers, which are slow and tested elsewhere. */
async function makeCrowd(): Promise<string[]> {
  await admin.query(`
    set session_replication_role = replica;
    create temp table crowd as select gen_random_uuid() as id, n from generate_series(1, ${CROWD}) n;
    insert into auth.users (id, email) select id, id || '@members.example' from crowd;
    insert into profiles (id, username) select id, 'crowd' || n from crowd;
    insert into profiles_public (id, username, author, is_official, joined_at)
      select p.id, p.username, private.author_card(p), false, now() from profiles p where username like 'crowd%';
    insert into profile_stats (id) select id from crowd;
    set session_replication_role = origin;
    analyze`);
  return (await admin.query<{ id: string }>('select id from crowd order by n')).rows.map((row) => row.id);
}

/** Everybody of the crowd comments (the first is answered by all others), likes that first comment, votes, saves the post and is told of it. */
async function makeHeavy(owner: Session, fields: Record<string, unknown> = {}): Promise<{ id: string; first: string }> {
  const id = await post(owner, { title: 'Heavy', ...fields });
  const first = await insert(new Session(db, crowd[0]!), 'comments', { post_id: id, text: 'First heavyweight #heavy' });
  await admin.query(`
    set session_replication_role = replica;
    create temp table heavy as select p.*, '${first}'::uuid as first from posts p where p.id = '${id}';
    insert into comments (post_id, user_id, parent_id, text, is_recent, audience, feed_page, sticky, author_page, post_author_id)
      select h.id, c.id, h.first, 'Answer heavyweight #t' || c.n, c.n > ${CROWD - 99}, h.audience, h.feed_page, h.sticky, h.author_page, h.user_id
      from heavy h, crowd c where c.n > 1 order by c.n;
    insert into comment_stats (id, post_id, is_recent, audience, feed_page, sticky, author_page, post_author_id)
      select c.id, c.post_id, c.is_recent, c.audience, c.feed_page, c.sticky, c.author_page, c.post_author_id from comments c, heavy h
      where c.post_id = h.id and c.id <> h.first;
    insert into post_people (post_id, user_id, author, audience, feed_page, sticky, author_page, post_author_id, is_recent)
      select h.id, p.id, private.author_card(p), h.audience, h.feed_page, h.sticky, h.author_page, h.user_id, c.n > ${CROWD - 99}
      from heavy h, crowd c join profiles p on p.id = c.id on conflict do nothing;
    insert into hashtags (tag, post_id, comment_id, audience) select 'heavy', c.post_id, c.id, c.audience from comments c, heavy h where c.post_id = h.id on conflict do nothing;
    insert into comment_likes (id, comment_id, user_id, post_id)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a02', h.first, c.id), h.first, c.id, h.id from heavy h, crowd c;
    insert into post_votes (id, post_id, user_id, value)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a01', h.id, c.id), h.id, c.id, 1 from heavy h, crowd c;
    insert into saved_posts (id, post_id, user_id)
      select private.pair_id('0f6bb1c4-5a0e-5d43-9c57-3a1f6f1f0a05', h.id, c.id), h.id, c.id from heavy h, crowd c;
    insert into notifications (user_id, type, data, cause, post_author_id)
      select c.id, 'mention', jsonb_build_object('from_user_id', h.user_id, 'from_username', 'x', 'post_id', h.id), 'mention:post:' || h.id, h.user_id from heavy h, crowd c;
    update comment_stats set likes = ${CROWD} where id = '${first}';
    drop table heavy;
    set session_replication_role = origin;
    update post_stats set comment_count = ${CROWD}, commenters = ${CROWD}, score = ${CROWD} where id = '${id}';
    select private.limit_recent_comments('${id}')`);
  await admin.query(`update profile_stats s set comment_count = ${COUNTED} where s.id = any ($1)`, [crowd]);
  return { id, first };
}

const COUNTED =
  "(select count(*) from comments c join posts p on p.id = c.post_id where c.user_id = s.id and p.audience = 'public')";
/** Members whose number of comments is not what the comments give. */
const miscounted = () =>
  world.one<number>(`select count(*)::int from profile_stats s where s.comment_count <> ${COUNTED}`);

const ROWS_OF_POST = [
  'comments',
  'comment_stats',
  'hashtags',
  'post_people',
  'post_images',
  'listed_posts',
  'post_stats',
];
const FOR_MEMBERS = ['post_people', 'listed_posts'];
/** What the session finds of the post over REST. Empty: nothing. */
async function found(session: Session, id: string): Promise<string[]> {
  const names: string[] = [];
  for (const table of ['posts', ...ROWS_OF_POST]) {
    if (session.id === null && FOR_MEMBERS.includes(table)) continue;
    const key = table === 'posts' || table === 'post_stats' ? 'id' : 'post_id';
    if ((await session.rows(`select 1 from ${table} where ${key} = $1 limit 1`, [id])).length > 0) names.push(table);
  }
  if (
    session.id !== null &&
    (
      await session.rows('select 1 from comment_likes where post_id = $1 and user_id is distinct from $2 limit 1', [
        id,
        session.id,
      ])
    ).length > 0
  )
    names.push('comment_likes');
  if ((await session.rows("select 1 from search_texts('heavyweight') where post_id = $1", [id])).length > 0)
    names.push('search');
  return names;
}

/** Rows of the post on a device that has it open by every way there is. */
async function synced(session: Session, id: string, owner: Session): Promise<string[]> {
  const opened = [{ post_id: id, author_id: owner.id }];
  const replica = await readReplica(world.scratch.url, {
    userId: session.id ?? 'guest',
    streams: {
      post_public: opened,
      post_private: opened,
      ...(session.id && { post_own: opened, staff_post: opened, saved_post: opened, own_posts_page: [{ page: -1 }] }),
      tag_posts: [{ list: '#heavy' }],
    },
  });
  return [...replica.tables]
    .filter(([name]) => !['saved_posts', 'comment_likes', 'post_votes', 'post_flags'].includes(name))
    .filter(([, rows]) => [...rows].some(([key, row]) => key === id || row['post_id'] === id))
    .map(([name]) => name)
    .toSorted();
}

/** Tables in which a row holds this id. */
async function traces(id: string): Promise<string[]> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  );
  const names: string[] = [];
  for (const { name } of tables)
    if (
      (await admin.query(`select 1 from ${name} t where to_jsonb(t)::text like '%' || $1 || '%' limit 1`, [id])).rows
        .length > 0
    )
      names.push(name);
  return names;
}

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

describe('74: an account with more rows than one statement may touch', () => {
  const due = new Date(Date.now() + 28.5 * 86_400_000);

  /** Posts, comments, votes, likes, messages and friends: each more than a slice. */
  async function makeHeavyMember(): Promise<Session> {
    const member = new Session(await world.scratch.connect(), await newMember(admin, { city: 'Troy' }));
    const heavy = await makeHeavy(member, { title: 'Mine' });
    const other = await post(author, { title: 'Theirs' });
    await admin.query(
      `with made as (insert into comments (post_id, user_id, text) select $2, $1, 'Word ' || n from generate_series(1, 600) n returning id)
       insert into comment_likes (comment_id, user_id) select id, $1 from made where false`,
      [member.id, other],
    );
    await admin.query('insert into posts (user_id, title) select $1, $2 || n from generate_series(1, 40) n', [
      member.id,
      'Post ',
    ]);
    await admin.query(
      `insert into private_messages (sender_id, recipient_id, content) select $1, id, 'Hello' from crowd where n <= 300`,
      [member.id],
    );
    await admin.query(
      `insert into comment_likes (comment_id, user_id) select id, $1 from comments where post_id = $2`,
      [member.id, heavy.id],
    );
    await admin.query(
      `insert into private.rate_usage (sender, action, window_start, used)
       select s, 'notification', now(), 1 from crowd c, lateral (values ($1 || '>' || c.id), (c.id || '>' || $1)) as v (s) on conflict do nothing`,
      [member.id],
    );
    await admin.query('insert into auth.sessions (id, user_id) values (gen_random_uuid(), $1)', [member.id]);
    await admin.query("insert into storage.objects (bucket_id, name, owner_id) values ('public-media', $1, $2)", [
      `${member.id}/${randomUUID()}.webp`,
      member.id,
    ]);
    await member.run('select request_account_deletion()');
    return member;
  }

  test('is closed at once and deleted in slices; a failing account and a heavy one hold up nobody; nothing of it is left', async () => {
    const member = await makeHeavyMember();
    const [failing, light] = [await newMember(admin), await newMember(admin)];
    for (const id of [failing, light]) await new Session(db, id).run('select request_account_deletion()');
    const kept = await post(author, { title: 'Kept' });
    await insert(new Session(db, light), 'comments', { post_id: kept, text: 'Goodbye' });
    // A row that cannot be deleted.
    await insert(new Session(db, failing), 'comments', { post_id: kept, text: 'Stays' });
    await admin.query(`
      create function private.refuse() returns trigger language plpgsql as $$ begin raise 'refused' using errcode = '55000'; end $$;
      create trigger aa_refuse before delete on public.comments for each row when (old.user_id = '${failing}') execute function private.refuse()`);

    expect(await world.one<string[]>('select purge_accounts($1)', [due])).toEqual([member.id, failing, light]);
    // Locked: no log-in, no session, no profile, nothing written or cancelled with a token that is still valid.
    expect(await world.one('select banned_until > now() from auth.users where id = $1', [member.id])).toBe(true);
    expect(await world.one('select count(*)::int from auth.sessions where user_id = $1', [member.id])).toBe(0);
    expect(await world.guest.rows('select 1 from profiles_public where id = $1', [member.id])).toEqual([]);
    expect(await member.rows('select * from my_profile()')).toEqual([]);
    expect(await member.rows('select cancel_account_deletion() as done')).toEqual([{ done: false }]);
    for (const sql of [
      "insert into posts (title) values ('x')",
      'select request_account_deletion()',
      'select export_my_data()',
      `insert into post_votes (post_id, value) values ('${kept}', 1)`,
    ])
      expect(await member.refusal(sql), sql).toMatchObject({ code: '42501' });
    await expect(
      member.applyCrud(action(put('comments', { post_id: kept, user_id: member.id, text: 'x' }))),
    ).rejects.toMatchObject({ code: '42501' });
    // Calls that began before reach their time limit first.
    expect(
      await world.one(
        "select count(*)::int from private.open_work where kind = 'account' and due_at < now() + interval '8 seconds'",
      ),
    ).toBe(0);

    let slices = 0;
    for (
      ;
      (await world.one<number>("select count(*)::int from posts where user_id = $1 and status <> 'deleted'", [
        member.id,
      ])) > 0;
      slices += 1
    )
      expect(await rowsWritten(db, null, "select private.do_slice('account', $1, 200)", [member.id])).toBeLessThan(
        SLICE_BOUND,
      );
    // Posts are hidden first.
    expect(await world.guest.rows('select 1 from posts where user_id = $1', [member.id])).toEqual([]);
    for (; slices < 12; slices += 1)
      expect(await rowsWritten(db, null, "select private.do_slice('account', $1, 200)", [member.id])).toBeLessThan(
        SLICE_BOUND,
      );

    const calls: string[] = [];
    let failures = 0;
    for (let turn = 0; turn < 200; turn += 1) {
      const work = await world.one<{ kind: string; subject: string; attempts: number } | null>(
        'select claim_work($1)',
        [new Date(Date.now() + 60_000 * 2)],
      );
      if (!work || failures > 1) break;
      try {
        await admin.query('select do_work($1, $2)', [work.kind, work.subject]);
        calls.push(work.subject);
      } catch {
        failures += 1;
        expect(work.subject).toBe(failing);
      }
    }
    expect(failures).toBeGreaterThan(0);
    expect(calls).toContain(light);
    await admin.query('update private.open_work set due_at = now() where subject <> $1', [failing]);
    for (let turn = 0; turn < 5; turn += 1) {
      await admin.query("update private.open_work set due_at = now() + interval '1 hour' where subject = $1", [
        failing,
      ]);
      await admin.query('update private.open_work set due_at = now() where subject <> $1', [failing]);
      await finishWork(admin, new Date(Date.now() + 1000));
    }
    expect(await traces(light)).toEqual(['private.storage_removals']);
    expect(await traces(member.id ?? '')).toEqual(['private.storage_removals', 'storage.objects']);
    expect(await miscounted()).toBe(0);
    expect(await world.one("select count(*)::int from private.storage_removals where bucket_id = 'public-media'")).toBe(
      1,
    );

    // The failing one is tried again, shows up when it takes too long, and is deleted when it can be.
    expect(await world.one('select attempts from private.open_work where subject = $1', [failing])).toBeGreaterThan(0);
    await admin.query(
      "update private.open_work set begun_at = begun_at - interval '2 days', due_at = now() where subject = $1",
      [failing],
    );
    expect(await world.one('select overdue_work()')).toBe(1);
    await admin.query('drop trigger aa_refuse on public.comments');
    await finishWork(admin);
    expect(await traces(failing)).toEqual(['private.storage_removals']);
    expect(await world.one('select overdue_work()')).toBe(0);
  });

  test('calls of others in the middle end as applied, or say that it is no longer there', async () => {
    const member = new Session(await world.scratch.connect(), await newMember(admin, { username: 'leaver' }));
    const theirs = await post(member, { title: 'Theirs' });
    const said = await insert(member, 'comments', { post_id: theirs, text: 'Mine' });
    const mine = await post(author, { title: 'Mine' });
    await member.run('select request_account_deletion()');
    await admin.query('select purge_accounts($1)', [due]);
    const acts = () => [
      action(put('comments', { post_id: mine, user_id: author.id, text: 'Hello @leaver' })),
      action(put('comments', { post_id: theirs, user_id: author.id, text: 'Hello', parent_id: said })),
      action(put('comment_likes', { comment_id: said, user_id: author.id }, undefined)),
      action(put('private_messages', { sender_id: author.id, recipient_id: member.id, content: 'Hello' })),
      action(put('friends', { user_id: author.id, friend_id: member.id, status: 'pending' })),
      action(put('blocks', { user_id: author.id, blocked_id: member.id })),
      action(
        put('reports', { reporter_id: author.id, target_type: 'member', target_user_id: member.id, reason: 'spam' }),
      ),
    ];
    const other = await world.again(author);
    for (let step = 0; step < 8; step += 1) {
      // A slice is under way while the calls arrive, and commits in the middle of them.
      await db.query('begin');
      await db.query("select private.do_slice('account', $1, 1)", [member.id]);
      const results = other.applyCrud(...acts());
      await new Promise((resolve) => setImmediate(resolve));
      await db.query('commit');
      for (const [index, result] of (await results).entries()) {
        if (index === 0) expect(result).toMatchObject({ status: 'applied' });
        else if (result.status === 'rejected')
          expect(result.message, `${step} ${index}`).toMatch(
            /no longer there|cannot (receive|be sent)|reported this already/i,
          );
      }
    }
    await finishWork(admin);
    expect(await world.one('select count(*)::int from auth.users where id = $1', [member.id])).toBe(0);
  });
});

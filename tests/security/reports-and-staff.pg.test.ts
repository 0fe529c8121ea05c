import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CrudOp } from '#contract/crud.ts';
import { action, newMember, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let ann: Session;
let ben: Session;
let marge: Session;
let kip: Session;
let guest: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  const session = async (fields = {}) => new Session(await scratch.connect(), await newMember(admin, fields));
  [ann, ben, marge, kip] = [
    await session(),
    await session(),
    await session({ role: 'admin' }),
    await session({ role: 'ceo' }),
  ];
  guest = new Session(await scratch.connect(), null);
  await admin.query('update private.staff_switches set ban_tools = true');
});
afterAll(() => scratch.stop());

const me = (session: Session): string => session.id ?? '';
const profile = async (id: string) => (await admin.query('select * from profiles where id = $1', [id])).rows[0];
const report = (from: Session, data: Record<string, unknown>): CrudOp => ({
  op: 'PUT',
  table: 'reports',
  id: randomUUID(),
  data: { reporter_id: me(from), reason: 'spam', ...data },
});
const put = async (author: string, fields: Record<string, unknown> = {}) => {
  const id = randomUUID();
  await admin.query(
    `insert into posts (id, user_id, title, description, visibility) values ($1, $2, 'Cheap', 'Buy here', $3)`,
    [id, author, fields.visibility ?? 'public'],
  );
  return id;
};

describe('A39: reports', () => {
  test('a post and a member can be reported; the report keeps a copy, for staff alone, over REST and sync', async () => {
    const post = await put(me(ben));
    const [one, two] = [
      report(ann, { target_type: 'post', post_id: post, details: 'Look' }),
      report(ann, { target_type: 'member', target_user_id: ben.id }),
    ];
    expect((await ann.applyCrud(action(one), action(two))).map((result) => result.status)).toEqual([
      'applied',
      'applied',
    ]);
    for (const session of [ann, ben]) {
      expect(await session.rows('select id from reports')).toEqual([]);
      expect((await readReplica(scratch.url, { userId: me(session) })).ids('reports')).toEqual([]);
    }
    expect(await guest.refusal('select * from reports')).toMatchObject({ code: '42501' });
    await admin.query('delete from posts where id = $1', [post]);
    for (const session of [marge, kip]) {
      expect(
        await session.rows(
          'select reporter_id, target_user_id, post_title, post_description from reports where id = $1',
          [one.id],
        ),
      ).toEqual([{ reporter_id: ann.id, target_user_id: ben.id, post_title: 'Cheap', post_description: 'Buy here' }]);
      expect((await readReplica(scratch.url, { userId: me(session) })).ids('reports')).toEqual(
        [one.id, two.id].toSorted(),
      );
    }
  });

  test('a filed report cannot be changed or deleted, also by staff; staff can close it', async () => {
    const op = report(ann, { target_type: 'member', target_user_id: me(await newSession()) });
    await ann.applyCrud(action(op));
    for (const session of [ann, marge]) {
      for (const change of ["reason = 'other'", "details = 'x'", 'reporter_id = null', 'handled_by = null']) {
        expect(await session.refusal(`update reports set ${change} where id = $1`, [op.id])).toMatchObject({
          code: '42501',
        });
      }
      expect(await session.refusal('delete from reports where id = $1', [op.id])).toMatchObject({ code: '42501' });
    }
    expect((await ann.run('update reports set is_open = false where id = $1', [op.id])).rowCount).toBe(0);
    expect(
      (await marge.applyCrud(action({ op: 'PATCH', table: 'reports', id: op.id, data: { is_open: 0 } })))[0]?.status,
    ).toBe('applied');
    expect((await admin.query('select is_open, handled_by from reports where id = $1', [op.id])).rows).toEqual([
      { is_open: false, handled_by: marge.id },
    ]);
    expect((await readReplica(scratch.url, { userId: me(marge) })).ids('reports')).not.toContain(op.id);
  });

  test('a report in another name, on an unreadable post, on oneself, twice or without a reason is refused', async () => {
    const secret = await put(me(ben), { visibility: 'friends' });
    const refused: [CrudOp, string][] = [
      [report(ben, { target_type: 'member', target_user_id: kip.id }), '42501'],
      [report(ann, { target_type: 'post', post_id: secret }), '23503'],
      [report(ann, { target_type: 'post', post_id: randomUUID() }), '23503'],
      [report(ann, { target_type: 'member', target_user_id: ann.id }), '23514'],
      [report(ann, { target_type: 'member', target_user_id: randomUUID() }), '23503'],
      [report(ann, { target_type: 'member', target_user_id: ben.id }), '23505'],
      [report(ann, { target_type: 'member', target_user_id: kip.id, reason: 'because' }), '23514'],
      [report(ann, { target_type: 'member', target_user_id: kip.id, details: 'x'.repeat(2001) }), '23514'],
      [report(ann, { target_type: 'post' }), '23514'],
    ];
    for (const [op, code] of refused)
      expect((await ann.applyCrud(action(op)))[0], JSON.stringify(op.data)).toMatchObject({ status: 'rejected', code });
    expect(
      await guest.refusal("insert into reports (target_type, target_user_id, reason) values ('member', $1, 'spam')", [
        ben.id,
      ]),
    ).toMatchObject({ code: '42501' });
  });

  test('A55: reports are bounded per sender', async () => {
    const loud = await newSession();
    for (let n = 0; n < 20; n++) {
      expect(
        (
          await loud.applyCrud(action(report(loud, { target_type: 'member', target_user_id: await newMember(admin) })))
        )[0]?.status,
      ).toBe('applied');
    }
    expect(
      (await loud.applyCrud(action(report(loud, { target_type: 'member', target_user_id: ben.id }))))[0],
    ).toMatchObject({ code: 'PT429' });
  });
});

const newSession = async (fields = {}) => new Session(await scratch.connect(), await newMember(admin, fields));

describe('A34: ban and mute', () => {
  test('only staff, and never over themselves, the ceo, an official account or (for an admin) another admin', async () => {
    const target = await newMember(admin);
    const official = await newMember(admin, { is_official: true });
    const other = await newMember(admin, { role: 'admin' });
    const ban = (session: Session, id: string) => session.refusal('select moderate_member($1, true)', [id]);
    expect(await ban(ann, target)).toMatchObject({ code: '42501' });
    expect(await ban(guest, target)).toMatchObject({ code: '42501' });
    for (const id of [marge.id, kip.id, official, other])
      expect(await ban(marge, id ?? '')).toMatchObject({ code: '42501' });
    expect(await ban(kip, me(kip))).toMatchObject({ code: '42501' });
    expect((await profile(target)).is_banned).toBe(false);
    // Control.
    expect(await ban(marge, target)).toBeNull();
    expect(await ban(kip, other)).toBeNull();
    expect(await profile(target)).toMatchObject({ is_banned: true, is_muted: false });
    await marge.run('select moderate_member($1, ban => false, mute => true)', [target]);
    expect(await profile(target)).toMatchObject({ is_banned: false, is_muted: true });
    expect(
      (await admin.query('select count(*) from private.moderation_log where target_id = $1', [target])).rows[0].count,
    ).toBe('3');
  });

  test('a banned admin is staff no more, at once, on neither way', async () => {
    const fallen = await newSession({ role: 'admin' });
    await fallen.run('select moderate_member($1, mute => true)', [ben.id]);
    expect((await readReplica(scratch.url, { userId: me(fallen) })).ids('staff_members').length).toBeGreaterThan(0);
    await kip.run('select moderate_member($1, true)', [fallen.id]);
    expect(await fallen.refusal('select moderate_member($1, mute => false)', [ben.id])).toMatchObject({
      code: '42501',
    });
    expect(await fallen.rows('select * from reports')).toEqual([]);
    expect(await fallen.rows('select * from staff_members()')).toEqual([]);
    expect(
      (await readReplica(scratch.url, { userId: me(fallen), streams: { staff_member: [{ user_id: me(ben) }] } })).ids(
        'staff_members',
      ),
    ).toEqual([]);
    await kip.run('select moderate_member($1, mute => false)', [ben.id]);
  });
});

describe('A04, A45: promotion', () => {
  const promote = (actor: Session, target: string) =>
    admin
      .query('select promote_user_to_admin($1, $2) as done', [actor.id, target])
      .then((result) => result.rows[0].done);

  test('no member, admin or ceo calls it directly; a made-up, plain, admin or banned actor is refused', async () => {
    const target = await newMember(admin);
    for (const session of [ann, marge, kip, guest]) {
      expect(await session.refusal('select promote_user_to_admin($1, $2)', [kip.id, target])).toMatchObject({
        code: '42501',
      });
    }
    const banned = await newSession({ role: 'ceo', is_banned: true });
    for (const actor of [ann, marge, banned, new Session(await scratch.connect(), randomUUID())]) {
      await expect(promote(actor, target)).rejects.toMatchObject({ code: '42501' });
    }
    await expect(promote(kip, randomUUID())).rejects.toMatchObject({ code: 'P0002' });
    expect((await profile(target)).role).toBe('user');
  });

  test('control: the ceo promotes, once; the member is told once', async () => {
    const target = await newSession();
    expect(await promote(kip, me(target))).toEqual({ id: target.id, role: 'admin', promoted: true });
    expect(await promote(kip, me(target))).toEqual({ id: target.id, role: 'admin', promoted: false });
    expect((await profile(me(target))).role).toBe('admin');
    expect(await target.rows('select type, data from notifications')).toMatchObject([
      { type: 'promotion', data: { message: 'You were promoted to admin.' } },
    ]);
  });
});

test('A52: claims about the role in a token are ignored', async () => {
  const db = await scratch.connect();
  await db.query('begin');
  await db.query("select set_config('request.jwt.claims', $1, true)", [
    JSON.stringify({
      sub: ann.id,
      role: 'authenticated',
      user_metadata: { role: 'ceo' },
      app_metadata: { role: 'ceo' },
    }),
  ]);
  await db.query('set local role authenticated');
  expect((await db.query('select * from reports')).rows).toEqual([]);
  await expect(db.query('select moderate_member($1, true)', [ben.id])).rejects.toMatchObject({ code: '42501' });
  await db.query('rollback');
});

test('staff sees roles and standing of flagged members and of members found by name; members see none of it', async () => {
  const flagged = await newSession();
  const post = await put(me(flagged));
  await marge.run('update posts set flagged = true where id = $1', [post]);
  const replica = await readReplica(scratch.url, { userId: me(marge) });
  expect(replica.ids('staff_members')).toEqual(expect.arrayContaining([me(flagged), me(kip), me(marge)]));
  expect(replica.ids('staff_members')).not.toContain(me(ann));
  const opened = await readReplica(scratch.url, {
    userId: me(marge),
    streams: { staff_member: [{ user_id: me(ann) }] },
  });
  expect(opened.tables.get('staff_members')?.get(me(ann))).toMatchObject({ role: 'user', is_banned: 0 });
  const name = `user_${me(flagged).slice(0, 8)}`;
  expect(await marge.rows('select username, role, flagged_posts from staff_members($1)', [name.toUpperCase()])).toEqual(
    [{ username: name, role: 'user', flagged_posts: 1 }],
  );
  expect(await ann.rows('select * from staff_members()')).toEqual([]);
  expect(
    (await readReplica(scratch.url, { userId: me(ann), streams: { staff_member: [{ user_id: me(ben) }] } })).ids(
      'staff_members',
    ),
  ).toEqual([]);
});

test('staff open any post by its id, with who flagged it; nobody else does, and a demotion ends it', async () => {
  // Of an author whom nobody has on their device.
  const author = me(await newSession());
  const post = await put(author, { visibility: 'friends' });
  await marge.run('update posts set flagged = true where id = $1', [post]);
  await admin.query("insert into comments (post_id, user_id, text) values ($1, $2, 'Mine')", [post, author]);
  const open = async (session: Session) => {
    const replica = await readReplica(scratch.url, {
      userId: session.id ?? 'guest',
      streams: { staff_post: [{ post_id: post }] },
    });
    const comments = [...(replica.tables.get('comments')?.values() ?? [])];
    return {
      post: replica.ids('posts').includes(post),
      stats: replica.ids('post_stats').includes(post),
      comments: comments.some((row) => row.post_id === post),
      author: replica.ids('people').includes(author),
      flag: replica.ids('post_flags').includes(post),
    };
  };
  const all = { post: true, stats: true, comments: true, author: true, flag: true };
  const former = await newSession({ role: 'admin' });
  for (const session of [marge, kip, former]) expect(await open(session)).toEqual(all);
  // Also after the flag, with which alone the queue has the post.
  await marge.run('update posts set flagged = false where id = $1', [post]);
  expect(await open(marge)).toEqual({ ...all, flag: false });
  await admin.query("update profiles set role = 'user' where id = $1", [former.id]);
  for (const session of [ann, former, guest])
    expect(await open(session)).toEqual({ post: false, stats: false, comments: false, author: false, flag: false });
});

test('a view of a reported picture or video is noted, by staff and for files of the post only', async () => {
  const post = await put(me(ben));
  const video = 'https://videos.example/a.mp4';
  await admin.query('update posts set video_url = $2 where id = $1', [post, video]);
  const url = `/storage/v1/object/post-images/${post}/a.png`;
  await admin.query('insert into post_images (post_id, user_id, url, position) values ($1, $2, $3, 0)', [
    post,
    ben.id,
    url,
  ]);
  const note = 'select note_picture_view($1, $2)';
  expect(await marge.refusal(note, [post, url])).toBeNull();
  expect(await marge.refusal(note, [post, video])).toBeNull();
  expect(await marge.refusal(note, [post, `${url}x`])).toMatchObject({ code: 'P0002' });
  expect(await marge.refusal(note, [randomUUID(), url])).toMatchObject({ code: 'P0002' });
  for (const session of [ann, guest]) expect(await session.refusal(note, [post, url])).toMatchObject({ code: '42501' });
  const { rows } = await admin.query(
    'select action, actor_id, target_id, note from private.moderation_log where subject_id = $1 order by created_at',
    [post],
  );
  const by = { actor_id: marge.id, target_id: ben.id };
  expect(rows).toEqual([
    { action: 'view_picture', ...by, note: url },
    { action: 'view_video', ...by, note: video },
  ]);
});

test('A39: consent is given by oneself, once per version, at the server’s time, and never taken back', async () => {
  const give = (fields: Record<string, unknown> = {}) => {
    const row = { id: randomUUID(), user_id: ann.id, is_adult: true, terms_version: '2026-11', ...fields };
    const names = Object.keys(row);
    const sql = `insert into user_consents (${names.join()}) values (${names.map((_, i) => `$${i + 1}`).join()})`;
    return ann.refusal(sql, Object.values(row));
  };
  expect(await give({ is_adult: false })).toMatchObject({ code: '23514' });
  expect(await give({ user_id: ben.id })).toMatchObject({ code: '42501' });
  expect(await give({ created_at: '2001-01-01T00:00:00Z' })).toBeNull();
  const sql = "select created_at from user_consents where terms_version = '2026-11'";
  const [row] = await ann.rows<{ created_at: Date }>(sql);
  expect(row?.created_at.getFullYear()).toBeGreaterThan(2001);
  expect(await ann.refusal('delete from user_consents')).toMatchObject({ code: '42501' });
  expect(await ann.refusal("update user_consents set terms_version = 'x'")).toMatchObject({ code: '42501' });
  expect(await ben.rows(sql)).toEqual([]);
});

test('the log is searched by names, texts and the steps whose text on screen has the words; cases come in pages', async () => {
  const found = async (search: string, actions: string[] = []) =>
    (await marge.rows<{ action: string }>('select * from staff_log(null, $1, $2)', [search, actions])).map(
      (entry) => entry.action,
    );
  expect(await found('no such words')).toEqual([]);
  expect(new Set(await found('no such words', ['flag', 'unflag']))).toEqual(new Set(['flag', 'unflag']));
  await admin.query(
    "insert into contact_messages (name, email, message) select 'Dana ' || n, 'dana@example.org', 'Hello' from generate_series(1, 120) n",
  );
  const cases = async (skip: number) =>
    (await marge.rows<{ kind: string; id: string }>('select kind, id from staff_cases($1)', [skip])).filter(
      ({ kind }) => kind === 'contact',
    );
  const [first, second] = [await cases(0), await cases(100)];
  expect(first).toHaveLength(100);
  expect(new Set([...first, ...second].map(({ id }) => id)).size).toBe(
    (await admin.query('select count(*)::int from contact_messages')).rows[0].count,
  );
});

import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { action, type Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { insert, post, put, openSmallWorld } from '../support/social.ts';

const world = await openSmallWorld();
const { author, stranger, staff } = world;
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
  target: string;
  title: string | null;
  note: string | null;
  is_undone: boolean;
  can_undo: boolean;
}
const log = (session: Session = staff) => session.rows<Entry>('select * from staff_log()');
const newest = async (): Promise<Entry> => (await log())[0]!;
const set = (id: string, data: Record<string, unknown>) => action({ op: 'PATCH', table: 'posts', id, data });
const remove = (session: Session, id: string, reason = 'Spam') =>
  action(put('post_removals', { post_id: id, moderator_id: session.id, reason }), { op: 'DELETE', table: 'posts', id });
const report = async (from: Session, id: string) => {
  const op = put('reports', { reporter_id: from.id, target_type: 'post', post_id: id, reason: 'spam' });
  await from.applyCrud(action(op));
  return op.id;
};

describe('the log', () => {
  test('has each step of staff with its actor, and none of an author on their own post', async () => {
    const id = await post(author, { title: 'Bay 4' });
    for (const column of ['flagged', 'comments_locked', 'sticky'])
      for (const value of [1, 1, 0]) await staff.applyCrud(set(id, { [column]: value }));
    await staff.applyCrud(remove(staff, id, 'Singles out a member'));
    await author.run('delete from posts where id = $1', [await post(author)]);
    expect((await log()).map(({ action: step }) => step)).toEqual([
      'delete_post',
      'unpin',
      'pin',
      'unlock',
      'lock',
      'unflag',
      'flag',
    ]);
    expect(await newest()).toMatchObject({
      actor: 'addy',
      target: 'Ann.Author',
      title: 'Bay 4',
      note: 'Singles out a member',
    });
  });

  test('cannot be changed, added to or emptied, also by the owner of the database or the service', async () => {
    for (const statement of [
      "update private.moderation_log set note = 'x'",
      'delete from private.moderation_log',
      'truncate private.moderation_log',
    ]) {
      for (const session of [author, staff, ceo])
        expect(await session.refusal(statement)).toMatchObject({ code: '42501' });
      await expect(world.admin.query(statement), statement).rejects.toMatchObject({ code: '42501' });
    }
    expect(await ceo.refusal("insert into private.moderation_log (action) values ('flag')")).toMatchObject({
      code: '42501',
    });
    expect(await staff.refusal("select private.log_step('flag', null, null)")).toMatchObject({ code: '42501' });
    expect(
      await world.one(
        "select has_table_privilege('service_role', 'private.moderation_log', 'insert, update, delete, truncate')",
      ),
    ).toBe(false);
  });

  test('a step is reversed once, and not after a later change', async () => {
    const id = await post(author);
    await staff.applyCrud(set(id, { flagged: 1 }));
    const flagged = await newest();
    expect(flagged.can_undo).toBe(true);
    expect(await stranger.refusal('select undo_step($1)', [flagged.id])).toMatchObject({ code: '42501' });
    await second.run('select undo_step($1)', [flagged.id]);
    expect(await world.one('select flagged from posts where id = $1', [id])).toBe(false);
    expect((await log()).slice(0, 2)).toMatchObject([
      { action: 'unflag', actor: 'berta', is_undone: false },
      { action: 'flag', actor: 'addy', is_undone: true },
    ]);
    expect(await staff.refusal('select undo_step($1)', [flagged.id])).toMatchObject({ code: '23505' });
    const unflagged = await newest();
    await staff.applyCrud(set(id, { flagged: 1 }));
    expect((await log()).find((entry) => entry.id === unflagged.id)).toMatchObject({ can_undo: false });
    expect(await staff.refusal('select undo_step($1)', [unflagged.id])).toMatchObject({ code: 'P0002' });
    await staff.rows('select note_picture_view($1, $2)', [
      await post(author, { gif_url: 'https://img.example/a.gif' }),
      'https://img.example/a.gif',
    ]);
    expect(await newest()).toMatchObject({ action: 'view_picture', can_undo: false });
    expect(await staff.refusal('select undo_step($1)', [(await newest()).id])).toMatchObject({ code: '22023' });
  });
});

test('the ceo alone takes back a promotion', async () => {
  const target = await world.newSession({ username: 'rising' });
  await world.admin.query('select promote_user_to_admin($1, $2)', [ceo.id, target.id]);
  const [entry] = await log(ceo);
  expect(entry).toMatchObject({ action: 'promote', target: 'rising', can_undo: true });
  expect(await newest()).toMatchObject({ id: entry?.id, can_undo: false });
  for (const session of [staff, target, stranger, world.guest])
    expect(await session.refusal('select undo_step($1)', [entry?.id])).toMatchObject({ code: '42501' });
  await ceo.run('select undo_step($1)', [entry?.id]);
  expect(await world.one('select role from profiles where id = $1', [target.id])).toBe('user');
  expect(await target.rows("select 1 from notifications where type = 'promotion'")).toEqual([]);
  expect(await log(ceo)).toMatchObject([
    { action: 'demote', actor: 'kip', target: 'rising', can_undo: false },
    { id: entry?.id, is_undone: true },
    ...Array.from({ length: (await log(ceo)).length - 2 }, () => ({})),
  ]);
  expect(await ceo.refusal('select undo_step($1)', [entry?.id])).toMatchObject({ code: '23505' });
  // Promoted again; then the role changed without the log.
  await world.admin.query('select promote_user_to_admin($1, $2)', [ceo.id, target.id]);
  await world.admin.query("update profiles set role = 'user' where id = $1", [target.id]);
  expect(await ceo.refusal('select undo_step($1)', [(await newest()).id])).toMatchObject({ code: 'P0002' });
});

describe('flags', () => {
  test('the member who flagged it is synced only to staff, and is removed with the flag', async () => {
    const id = await post(author);
    await staff.applyCrud(set(id, { flagged: 1 }));
    const rows = async (session: Session) =>
      (await readReplica(world.scratch.url, { userId: session.id ?? '' })).ids('post_flags');
    expect(await rows(second)).toContain(id);
    for (const session of [author, stranger]) {
      expect(await rows(session)).toEqual([]);
      expect(await session.rows('select * from post_flags')).toEqual([]);
    }
    await second.applyCrud(set(id, { flagged: 0 }));
    expect(await rows(second)).not.toContain(id);
  });
});

describe('cases', () => {
  test('reports carry the name of the reporter, are closed with a note, once, and opened again', async () => {
    const id = await post(author, { title: 'Brass' });
    const one = await report(stranger, id);
    expect(await staff.rows('select reporter_username from reports where id = $1', [one])).toEqual([
      { reporter_username: 'stu' },
    ]);
    const close = (session: Session) =>
      session.applyCrud(action({ op: 'PATCH', table: 'reports', id: one, data: { is_open: 0, note: 'Warned' } }));
    await close(staff);
    await close(second);
    expect(await world.one('select handled_by from reports where id = $1', [one])).toBe(staff.id);
    expect(await newest()).toMatchObject({ action: 'close_report', actor: 'addy', title: 'Brass', note: 'Warned' });
    await second.run('select undo_step($1)', [(await newest()).id]);
    expect(await world.one('select is_open from reports where id = $1', [one])).toBe(true);
    expect((await close(stranger))[0]?.status).toBe('rejected');
  });

  test('the note of a closed report is not rewritten without a trace, by another admin, its author or the service', async () => {
    const one = await report(stranger, await post(author));
    const patch = async (session: Session, data: Record<string, unknown>) =>
      (await session.applyCrud(action({ op: 'PATCH', table: 'reports', id: one, data })))[0];
    const early = await patch(staff, { note: 'Early' });
    expect(early).toMatchObject({ message: 'A note is written when a report is closed or opened.' });
    expect(await patch(staff, { is_open: 0, note: 'Warned' })).toMatchObject({ status: 'applied' });
    const stays = { code: '42501', message: 'This report was closed before, and its note stays as it is.' };
    for (const session of [staff, second]) {
      for (const data of [{ note: 'Nothing' }, { note: null }, { is_open: 0, note: 'Nothing' }])
        expect(await patch(session, data)).toMatchObject(stays);
      expect(await session.refusal("update reports set note = 'Nothing' where id = $1", [one])).toMatchObject(stays);
    }
    await expect(world.admin.query("update reports set note = 'Nothing' where id = $1", [one])).rejects.toThrow(
      stays.message,
    );
    expect(await world.one('select note from reports where id = $1', [one])).toBe('Warned');
    // With a step it may change: each note is in the log.
    await second.run('select undo_step($1)', [(await newest()).id]);
    expect(await patch(second, { is_open: 0, note: 'Checked' })).toMatchObject({ status: 'applied' });
    const notes = await staff.rows("select note from staff_log() where subject_id = $1 and action = 'close_report'", [
      one,
    ]);
    expect(notes.map(({ note }) => note)).toEqual(['Checked', 'Warned']);
  });

  test('contact messages and child-safety reports are marked with note and name; the report itself stays as it is', async () => {
    const message = await world.one<string>(
      "insert into contact_messages (name, email, message, created_at) values ('Ann', 'ann@example.test', 'Hello', now() - interval '3 days') returning id",
    );
    const waiting = () =>
      staff.rows(
        "select o ->> 'open_cases' as count, (o ->> 'oldest_case')::date::text as oldest from staff_overview() o",
      );
    const day = (age: number) => world.one<string>('select (now() - make_interval(days => $1))::date::text', [age]);
    const folder = randomUUID();
    await world.admin.query("insert into storage.objects (bucket_id, name) values ('csae-report-files', $1)", [
      `${folder}/a.jpg`,
    ]);
    const child = await world.one<string>(
      `insert into csae_reports (post_url, description, storage_paths) values ('https://rangeday.example/posts/1', 'Look', array[$1]) returning id`,
      [`${folder}/a.jpg`],
    );
    const cases = (session: Session) => session.rows<{ id: string; is_done: boolean }>('select * from staff_cases()');
    expect(await waiting()).toEqual([{ count: '2', oldest: await day(3) }]);
    expect((await cases(staff)).map((one) => one.id)).toEqual(expect.arrayContaining([message, child]));
    for (const session of [author, stranger]) expect(await cases(session)).toEqual([]);
    const handle = (session: Session, kind: string, id: string) =>
      session.rows<{ answer: unknown }>("select handle_case($1, $2, true, 'Called') as answer", [kind, id]);
    for (const [kind, id] of [
      ['contact', message],
      ['csae', child],
    ] as const) {
      expect(await stranger.refusal('select handle_case($1, $2, true)', [kind, id])).toMatchObject({ code: '42501' });
      expect(await handle(staff, kind, id)).toMatchObject([{ answer: { changed: true, handled_by: 'addy' } }]);
      expect(await handle(second, kind, id)).toMatchObject([
        { answer: { changed: false, is_done: true, handled_by: 'addy', note: 'Called' } },
      ]);
      expect(await newest()).toMatchObject({ action: `close_${kind}`, actor: 'addy', note: 'Called' });
      expect((await cases(staff)).find((one) => one.id === id)).toMatchObject({ is_done: true, handled_by: 'addy' });
    }
    expect(await waiting()).toEqual([{ count: '0', oldest: null }]);
    expect(await staff.refusal("update csae_reports set description = 'x'")).toMatchObject({ code: '42501' });

    // A view of evidence is noted. That alone gives nobody the file: the function view-evidence does.
    const path = `${folder}/a.jpg`;
    const file = 'select name from storage.objects where name = $1';
    expect(await staff.rows(file, [path])).toEqual([]);
    expect(await stranger.refusal('select note_evidence_view($1, $2)', [child, path])).toMatchObject({ code: '42501' });
    expect(await staff.refusal('select note_evidence_view($1, $2)', [child, 'x'])).toMatchObject({ code: 'P0002' });
    await staff.run('select note_evidence_view($1, $2)', [child, path]);
    expect(await newest()).toMatchObject({ action: 'view_evidence', actor: 'addy', note: path });
    for (const session of [staff, second, stranger]) expect(await session.rows(file, [path])).toEqual([]);
  });
});

describe('section 6: functions that each role may call', () => {
  test('members and visitors get nothing from any staff function', async () => {
    for (const session of [author, stranger]) {
      expect(await session.rows('select * from staff_members()')).toEqual([]);
      expect(await session.rows('select * from staff_log()')).toEqual([]);
      expect(await session.rows('select staff_overview() as answer')).toEqual([{ answer: null }]);
    }
    for (const call of [
      'staff_members()',
      'staff_log()',
      'staff_overview()',
      'staff_cases()',
      'switch_ban_tools(true)',
    ])
      expect(await world.guest.refusal(`select ${call}`), call).toMatchObject({ code: '42501' });
  });

  test('flag, lock, pin and deletion of a post, and of a comment: admin and ceo, not members', async () => {
    const id = await post(author);
    const said = await insert(author, 'comments', { post_id: id, text: 'x' });
    for (const column of ['flagged', 'comments_locked', 'sticky']) {
      expect((await stranger.applyCrud(set(id, { [column]: 1 })))[0]?.status).toBe('rejected');
      for (const session of [staff, ceo])
        expect((await session.applyCrud(set(id, { [column]: 1 })))[0]?.status).toBe('applied');
    }
    expect((await stranger.run('delete from comments where id = $1', [said])).rowCount).toBe(0);
    expect((await stranger.run('delete from posts where id = $1', [id])).rowCount).toBe(0);
    expect((await ceo.run('delete from comments where id = $1', [said])).rowCount).toBe(1);
    expect(await newest()).toMatchObject({ action: 'delete_comment', actor: 'kip', title: 'x' });
    await ceo.run('delete from posts where id = $1', [id]);
    expect(await newest()).toMatchObject({ action: 'delete_post', actor: 'kip' });
  });

  test('the ceo alone switches ban and mute; switched off they refuse everybody', async () => {
    const ban = (session: Session) => session.refusal('select moderate_member($1, ban => true)', [stranger.id]);
    for (const session of [author, staff])
      expect(await session.refusal('select switch_ban_tools(true)')).toMatchObject({ code: '42501' });
    for (const session of [staff, ceo]) expect(await ban(session)).toMatchObject({ code: '42501' });
    await ceo.run('select switch_ban_tools(true)');
    expect(await newest()).toMatchObject({ action: 'tools_on', actor: 'kip' });
    expect(await ban(staff)).toBeNull();
    const banned = await newest();
    const offered = async () => (await log()).find((entry) => entry.id === banned.id)?.can_undo;
    expect(await offered()).toBe(true);
    await ceo.run('select switch_ban_tools(false)');
    expect(await offered()).toBe(false);
    await ceo.run('select switch_ban_tools(true)');
    await ceo.run('select moderate_member($1, ban => false)', [stranger.id]);
    expect(await offered()).toBe(false);
    await ceo.run('select moderate_member($1, ban => true)', [stranger.id]);
    await ceo.run('select undo_step($1)', [(await newest()).id]);
    expect(await world.one('select is_banned from profiles where id = $1', [stranger.id])).toBe(false);
    await ceo.run('select switch_ban_tools(false)');
  });
});

test('the table of members sorts, searches and pages', async () => {
  for (let n = 0; n < 60; n++) await world.newSession({ username: `crowd${String(n).padStart(2, '0')}` });
  const names = async (call: string) =>
    (await staff.rows<{ username: string }>(`select username from ${call}`)).map(({ username }) => username);
  const first = await names("staff_members('@Crowd')");
  expect([first.length, first[0], first[50]]).toEqual([51, 'crowd00', 'crowd50']);
  expect(await names("staff_members('crowd', 'name', 50)")).toHaveLength(10);
  const [most] = await staff.rows<{ username: string; flagged_posts: number; report_count: number }>(
    "select * from staff_members('', 'flagged')",
  );
  // Only open ones count, as on the device.
  expect(most).toMatchObject({ username: 'Ann.Author', report_count: 1 });
  await world.admin.query('update reports set is_open = false where target_user_id = $1', [author.id]);
  expect(await staff.rows("select report_count from staff_members('ann.author')")).toEqual([{ report_count: 0 }]);
  await world.admin.query('update member_flags set flagged_posts = 3 where user_id = $1', [author.id]);
  expect(await names("staff_members('', 'name', 0, true)")).toEqual(['Ann.Author']);
  expect(await names("staff_members('cr%', 'posts')")).toEqual([]);
  // The pages of each order have every member once, the flagged ones first.
  await world.admin.query(
    `insert into member_flags (user_id, flagged_posts) select id, 1 from profiles where username like 'crowd%' and username > 'crowd05'
     on conflict (user_id) do update set flagged_posts = 2`,
  );
  const all = await world.one<number>('select count(*)::int from profiles');
  for (const sort of ['name', 'flagged', 'posts', 'comments', 'joined']) {
    const found: string[] = [];
    for (let skip = 0; skip < all; skip += 50)
      found.push(...(await names(`staff_members('', '${sort}', ${skip})`)).slice(0, 50));
    expect(new Set(found).size, sort).toBe(all);
    if (sort === 'flagged')
      expect([found[0], found[1], found[54], found[55]]).toEqual(['Ann.Author', 'crowd06', 'crowd59', 'addy']);
  }
});

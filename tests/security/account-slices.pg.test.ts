import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { beforeAll, expect, test } from 'vitest';
import { action, newMember, Session } from '../support/as-member.ts';
import { type Crowd, startCrowd } from '../support/crowd.ts';
import { finishWork, rowsWritten } from '../support/slices.ts';
import { insert, post, put, openSmallWorld } from '../support/social.ts';

// 74: an account with more rows than one statement may touch.

/** The most that one slice of 200 may write, with what its triggers write. */
const SLICE_BOUND = 2_500;

const world = await openSmallWorld();
const { admin, author } = world;
let db: pg.Client;
let crowd: Crowd;

beforeAll(async () => {
  db = await world.scratch.connect();
  crowd = await startCrowd(world);
}, 120_000);

const due = new Date(Date.now() + 28.5 * 86_400_000);

/** Posts, comments, votes, likes, messages and friends: each more than a slice. */
async function makeHeavyMember(): Promise<Session> {
  const member = new Session(await world.scratch.connect(), await newMember(admin, { city: 'Troy' }));
  const heavy = await crowd.makeHeavy(member, { title: 'Mine' });
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
  await admin.query(`insert into comment_likes (comment_id, user_id) select id, $1 from comments where post_id = $2`, [
    member.id,
    heavy.id,
  ]);
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

test('74: a heavy account is closed at once and deleted in slices; a failing account and a heavy one hold up nobody; nothing of it is left', async () => {
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
    const work = await world.one<{ kind: string; subject: string; attempts: number } | null>('select claim_work($1)', [
      new Date(Date.now() + 60_000 * 2),
    ]);
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
    await admin.query("update private.open_work set due_at = now() + interval '1 hour' where subject = $1", [failing]);
    await admin.query('update private.open_work set due_at = now() where subject <> $1', [failing]);
    await finishWork(admin, new Date(Date.now() + 1000));
  }
  expect(await crowd.traces(light)).toEqual(['private.storage_removals']);
  expect(await crowd.traces(member.id ?? '')).toEqual([
    'private.file_checks',
    'private.storage_removals',
    'storage.objects',
  ]);
  expect(await crowd.miscounted()).toBe(0);
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
  expect(await crowd.traces(failing)).toEqual(['private.storage_removals']);
  expect(await world.one('select overdue_work()')).toBe(0);
});

test('74: calls of others in the middle end as applied, or say that it is no longer there', async () => {
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

test('74: staff cannot end the ban of an account that is being deleted, nor undo it', async () => {
  const [member, staff] = [await world.newSession(), world.staff];
  await admin.query('update private.staff_switches set ban_tools = true');
  await staff.run('select moderate_member($1, ban => true)', [member.id]);
  await admin.query('select private.close_account($1)', [member.id]);
  const [entry] = await staff.rows<{ id: string; can_undo: boolean }>(
    "select id, can_undo from staff_log() where action = 'ban'",
  );
  expect(entry?.can_undo).toBe(false);
  for (const call of ['select moderate_member($1, ban => false)', 'select undo_step($1)'])
    expect(await staff.refusal(call, [call.includes('undo') ? entry?.id : member.id])).toMatchObject({ code: 'P0002' });
  expect(await world.one('select is_banned from profiles where id = $1', [member.id])).toBe(true);
});

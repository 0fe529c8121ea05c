import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { action, newMember, putPost, Session } from '../support/as-member.ts';
import { readReplica } from '../support/replica-of.ts';
import { finishWork } from '../support/slices.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let admin: pg.Client;
let ann: Session;
let ben: Session;
let guest: Session;

const DAY = 86_400_000;
/** A second later than asked, since Postgres counts microseconds and JavaScript drops them. */
const inDays = (days: number) => new Date(Date.now() + days * DAY + 1000);

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
  ann = new Session(await scratch.connect(), await newMember(admin));
  ben = new Session(await scratch.connect(), await newMember(admin));
  guest = new Session(await scratch.connect(), null);
});
afterAll(() => scratch.stop());

/** Closes what is due, and deletes its rows in slices. */
const purge = async (at: Date) => {
  const { rows } = await admin.query<{ ids: string[] }>('select public.purge_accounts($1) as ids', [at]);
  await finishWork(admin, at);
  return rows[0]?.ids;
};

/** Everything this member can leave behind. Gives the ids of a post and of a report about it. */
async function fillAccount(member: Session, other: Session): Promise<{ post: string; report: string }> {
  const id = member.id ?? '';
  const op = putPost(id, { title: 'Mine' });
  await member.applyCrud(action(op));
  await admin.query('select private.befriend($1, $2)', [id, other.id]);
  await member.run("insert into private_messages (recipient_id, content) values ($1, 'from me')", [other.id]);
  await other.run("insert into private_messages (recipient_id, content) values ($1, 'to me')", [id]);
  await member.run('insert into mutes (muted_id) values ($1)', [await newMember(admin)]);
  await member.run('insert into blocks (blocked_id) values ($1)', [await newMember(admin)]);
  await member.run("insert into user_consents (is_adult, terms_version) values (true, '1')");
  await member.run("insert into reports (target_type, target_user_id, reason) values ('member', $1, 'spam')", [
    other.id,
  ]);
  const report = randomUUID();
  await other.run("insert into reports (id, target_type, post_id, reason) values ($1, 'post', $2, 'spam')", [
    report,
    op.id,
  ]);
  await member.applyCrud(action(putPost(id, { title: 'x'.repeat(999) })));
  const second = putPost(id);
  await member.applyCrud(action(second));
  await admin.query(
    `insert into storage.objects (bucket_id, name, owner_id) values ('post-images', $1 || '/a.jpg', $2), ('post-images', $3 || '/b.jpg', $2), ('csae-report-files', $3 || '/c.jpg', $2)`,
    [op.id, id, second.id],
  );
  return { post: op.id, report };
}

/** Tables, private ones too, in which a row still holds this id. */
async function traces(id: string): Promise<string[]> {
  const { rows: tables } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'private', 'auth', 'storage') order by 1`,
  );
  const found = [];
  for (const { name } of tables) {
    const { rows } = await admin.query(
      `select 1 from ${name} t where to_jsonb(t)::text like '%' || $1 || '%' limit 1`,
      [id],
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

test('only the owner asks for it and calls it off; the first date stays', async () => {
  expect(await guest.refusal('select request_account_deletion()')).toMatchObject({ code: '42501' });
  expect(await ann.refusal('insert into account_deletions (user_id) values ($1)', [ben.id])).toMatchObject({
    code: '42501',
  });
  await ann.run('select request_account_deletion()');
  await admin.query(
    "update account_deletions set requested_at = requested_at - interval '3 days', due_at = due_at - interval '3 days'",
  );
  const dates = () => ann.rows<{ due_at: Date }>('select requested_at, due_at from account_deletions');
  const [first] = await dates();
  await ann.run('select request_account_deletion()');
  expect(await dates()).toEqual([first]);
  expect(await ben.rows('select * from account_deletions')).toEqual([]);
  expect((await readReplica(scratch.url, { userId: ann.id ?? '' })).ids('account_deletions')).toEqual([ann.id]);
  expect((await readReplica(scratch.url, { userId: ben.id ?? '' })).ids('account_deletions')).toEqual([]);
  expect(await ben.rows('select cancel_account_deletion() as done')).toEqual([{ done: false }]);
  expect(await ann.rows('select cancel_account_deletion() as done')).toEqual([{ done: true }]);
  expect(await purge(inDays(40))).toEqual([]);
  const official = new Session(await scratch.connect(), await newMember(admin, { is_official: true }));
  expect(await official.refusal('select request_account_deletion()')).toMatchObject({ code: '42501' });
  for (const session of [ann, guest])
    expect(await session.refusal('select purge_accounts(now())')).toMatchObject({ code: '42501' });
});

test('F37: within 30 days everything is gone, also for the others; reports stay', async () => {
  const gone = new Session(await scratch.connect(), await newMember(admin, { city: 'Troy' }));
  const id = gone.id ?? '';
  const { post, report } = await fillAccount(gone, ben);
  await gone.run('select request_account_deletion()');
  expect(await purge(inDays(27))).toEqual([]);
  expect(await gone.rows('select id from posts where id = $1', [post])).toHaveLength(1);
  expect(await purge(inDays(29.9))).toEqual([id]);
  expect(await purge(inDays(29.9))).toEqual([]);

  // The report about them and the copies of what it is about (legal hold), the files on their way out, and evidence
  // they sent in: nothing else.
  expect(await traces(id)).toEqual([
    ...['private.file_checks', 'private.held_rows', 'private.storage_removals', 'public.reports', 'storage.objects'],
  ]);
  expect((await admin.query('select target_user_id, post_title from reports where id = $1', [report])).rows).toEqual([
    { target_user_id: id, post_title: 'Mine' },
  ]);
  expect(await ben.rows('select * from private_messages')).toEqual([]);
  expect(await ben.rows('select * from threads_index')).toEqual([]);
  const replica = await readReplica(scratch.url, { userId: ben.id ?? '', streams: { profile: [{ user_id: id }] } });
  expect(JSON.stringify([...replica.tables].map(([, rows]) => [...rows.values()]))).not.toContain(id);

  // Files: those of a reported post wait until the report is closed and that cannot be undone any more; evidence is
  // never listed.
  const files = async () =>
    (
      await admin.query<{ path: string }>("select path from files_to_remove() where bucket_id = 'post-images'")
    ).rows.map((row) => row.path);
  expect((await files()).some((path) => path.startsWith(post))).toBe(false);
  expect(await files()).toHaveLength(1);
  await admin.query('update reports set is_open = false, handled_at = now() where id = $1', [report]);
  expect(await files()).toHaveLength(1);
  await admin.query("update reports set handled_at = now() - interval '31 days' where id = $1", [report]);
  expect(await files()).toHaveLength(2);
  expect(await admin.query('select purge_held_evidence()')).toBeTruthy();
  expect(await traces(id)).not.toContain('private.held_rows');
  await admin.query("select files_were_removed('post-images', $1)", [await files()]);
  expect(await files()).toEqual([]);
});

test('files that only the image host can delete do not delay the deletion of others', async () => {
  await admin.query(
    "insert into private.storage_removals (bucket_id, path, listed_at) select 'image-host', 'profile-pics/' || n, '2020-01-01' from generate_series(1, 600) n",
  );
  await admin.query(
    "insert into private.storage_removals (bucket_id, path, listed_at) values ('post-images', 'last.png', now())",
  );
  const { rows } = await admin.query<{ path: string }>('select path from files_to_remove()');
  expect(rows.map(({ path }) => path)).toContain('last.png');
  expect((await admin.query('select path from hosted_files_to_remove()')).rows).toHaveLength(20);
  await admin.query('truncate private.storage_removals');
});

test('A53: a deleted account writes nothing with the token it still holds', async () => {
  const gone = new Session(await scratch.connect(), await newMember(admin));
  expect((await gone.applyCrud(action(putPost(gone.id ?? ''))))[0]?.status).toBe('applied');
  await gone.run('select request_account_deletion()');
  await purge(inDays(28));
  await expect(gone.applyCrud(action(putPost(gone.id ?? '')))).rejects.toMatchObject({ code: '42501' });
  for (const sql of [
    "insert into posts (title) values ('x')",
    `insert into private_messages (recipient_id, content) values ('${ben.id}', 'x')`,
    `insert into friends (friend_id) values ('${ben.id}')`,
    `insert into reports (target_type, target_user_id, reason) values ('member', '${ben.id}', 'spam')`,
    'select request_account_deletion()',
    'select export_my_data()',
  ]) {
    expect(await gone.refusal(sql), sql).toMatchObject({ code: '42501' });
  }
  expect(await gone.rows('select id from friends')).toEqual([]);
});

test('the export holds one’s own data and nothing that others keep to themselves', async () => {
  const mine = new Session(
    await scratch.connect(),
    await newMember(admin, { city: 'Troy', privacy_settings: { city: true } }),
  );
  await fillAccount(mine, ben);
  const hater = new Session(await scratch.connect(), await newMember(admin));
  await hater.run('insert into mutes (muted_id) values ($1)', [mine.id]);
  const [row] = await mine.rows<{ data: Record<string, Record<string, unknown>[]> }>('select export_my_data() as data');
  const data = row?.data ?? {};
  expect(data.account).toMatchObject({ id: mine.id, email: `${mine.id}@members.example` });
  expect(data.profile).toMatchObject([{ city: 'Troy' }]);
  for (const section of [
    'posts',
    'messages_sent',
    'messages_received',
    'friends',
    'blocked',
    'muted',
    'consents',
    'reports',
    'refused_writes',
    'files',
  ]) {
    expect(data[section]?.length, section).toBeGreaterThan(0);
  }
  expect(JSON.stringify(data)).not.toContain(hater.id);
  expect(await guest.refusal('select export_my_data()')).toMatchObject({ code: '42501' });
  await admin.query('update profiles set is_banned = true where id = $1', [mine.id]);
  expect(await mine.refusal('select export_my_data()')).toBeNull();
  for (let n = 0; n < 8; n++) await mine.run('select export_my_data()');
  expect(await mine.refusal('select export_my_data()')).toMatchObject({ code: 'PT429' });
});

test('every table that points at members is in the export, or is named here with its reason', async () => {
  const { rows } = await admin.query<{ name: string }>(
    `select distinct c.conrelid::regclass::text || '.' || a.attname as name from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
     where c.contype = 'f' and c.confrelid = 'public.profiles'::regclass and c.connamespace = 'public'::regnamespace
       and not exists (select 1 from private.export_sections s where to_regclass('public.' || s.table_name) = c.conrelid and s.owner_column = a.attname)
     order by 1`,
  );
  const left = new Set([
    'applied_operations.user_id', // ids of actions, no content
    'blocks.blocked_id', // others' lists
    'mutes.muted_id',
    'known_people.owner_id', // copies of what is elsewhere
    'known_people.person_id',
    'profiles_public.id',
    'author_pages.user_id',
    'feed_people.user_id',
    'post_people.user_id',
    'post_stats.user_id',
    'own_counts.owner_id',
    'threads_index.owner_id',
    'threads_index.user_id',
    'leaderboards.user_id',
    'listed_posts.user_id',
    'post_recipients.author_id',
    'post_recipients.user_id',
    'reports.handled_by', // staff's work
    'member_flags.user_id',
    'post_flags.flagged_by',
    'post_removals.moderator_id',
    'ad_clients.created_by',
    'ads.created_by',
  ]);
  expect(rows.map((row) => row.name).filter((name) => !left.has(name))).toEqual([]);
});

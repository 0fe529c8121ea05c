import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// What the database offers at all, read from its catalog: a new table or function shows up here before it leaks.
let scratch: ScratchDatabase;
let admin: pg.Client;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  admin = await scratch.connect();
});
afterAll(() => scratch.stop());

const list = async (sql: string): Promise<string[]> =>
  (await admin.query<{ name: string }>(sql)).rows.map((row) => row.name);
const OURS = "n.nspname in ('public', 'private')";

// The whole surface. A new name in one of these lists is a decision.
const FOR_VISITORS = [
  'existing_usernames',
  'first_posts',
  'record_ad_event',
  'record_page_view',
  'search_tags',
  'search_texts',
];
const FOR_MEMBERS =
  `ad_days ad_stats all_orders apply_crud cancel_account_deletion end_session export_my_data get_conversations handle_case held_evidence moderate_member my_profile my_sessions
  my_unread_total note_evidence_view note_held_view note_picture_view page_view_days request_account_deletion search_members staff_cases staff_log staff_members staff_overview suggest_usernames switch_ban_tools undo_step
  username_availability`.split(/\s+/);
const READ_BY_ALL =
  `ads app_counts author_pages comment_stats comments directory_pages feed_windows hashtags hashtags_view leaderboards
  poll_stats polls post_images post_stats post_trending_view posts profile_stats profiles_public tag_counts`.split(
    /\s+/,
  );
const READ_BY_MEMBERS =
  `account_deletions ad_clients blocks comment_likes contact_messages crud_columns crud_operations crud_tables csae_reports feed_people known_people listed_posts listed_stats
  member_flags mutes notification_settings notifications own_counts poll_votes post_flags post_people post_readers post_removals post_votes private_messages reading_places reports saved_posts threads_index user_consents write_rejections`.split(
    /\s+/,
  );
const DELETED_BY_MEMBERS =
  `ad_clients ads blocks comment_likes comments friends mutes notifications post_images post_votes posts push_subscriptions saved_posts write_rejections`.split(
    /\s+/,
  );
const SYNCED =
  `account_deletions ad_clients ads app_counts author_pages blocks comment_likes comment_stats comments directory_pages feed_people feed_windows friends
  known_people leaderboards listed_posts listed_stats member_flags mutes notification_settings notifications own_counts poll_stats poll_votes polls post_flags post_images post_people
  post_readers post_recipients post_stats post_votes posts private_messages profile_stats profiles profiles_public reading_places reports saved_posts tag_counts threads_index
  user_consents write_rejections`.split(/\s+/);

test('every table has row level security and a primary key', async () => {
  const tables = `from pg_class c join pg_namespace n on n.oid = c.relnamespace where ${OURS} and c.relkind in ('r', 'p')`;
  expect((await list(`select c.relname as name ${tables}`)).length).toBeGreaterThan(10);
  expect(await list(`select c.relname as name ${tables} and not c.relrowsecurity`)).toEqual([]);
  expect(
    await list(
      `select c.relname as name ${tables} and not exists (select 1 from pg_index i where i.indrelid = c.oid and i.indisprimary)`,
    ),
  ).toEqual([]);
});

test('every function has a fixed search path or a body bound at creation', async () => {
  const loose = await list(`select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where ${OURS} and p.prosqlbody is null and not coalesce(p.proconfig::text like '%search_path=%', false)`);
  expect(loose).toEqual([]);
});

test('visitors and members may call only the named functions of the API', async () => {
  const callable = (role: string) =>
    list(`select p.proname as name from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'public' and has_function_privilege('${role}', p.oid, 'execute') order by 1`);
  expect(await callable('anon')).toEqual(FOR_VISITORS);
  expect(await callable('authenticated')).toEqual([...FOR_VISITORS, ...FOR_MEMBERS].toSorted());
});

test('whole tables and views are readable and deletable for exactly these (policies decide the rows)', async () => {
  const rights = (role: string, right: string) =>
    list(`select table_name as name from information_schema.table_privileges
      where table_schema in ('public', 'private') and grantee = '${role}' and privilege_type = '${right}' order by 1`);
  expect(await rights('anon', 'SELECT')).toEqual(READ_BY_ALL);
  expect(await rights('authenticated', 'SELECT')).toEqual([...READ_BY_ALL, ...READ_BY_MEMBERS].toSorted());
  expect(await rights('authenticated', 'DELETE')).toEqual(DELETED_BY_MEMBERS);
  // Inserts and updates are granted column by column; nobody truncates, nobody writes as a visitor table-wide.
  expect(
    await list(`select grantee || ' ' || privilege_type || ' ' || table_name as name from information_schema.table_privileges
      where table_schema in ('public', 'private') and (grantee = 'PUBLIC' or grantee in ('anon', 'authenticated')
        and privilege_type not in ('SELECT', 'DELETE') or grantee = 'anon' and privilege_type <> 'SELECT') order by 1`),
  ).toEqual([]);
});

test('every foreign key and every column that a policy names is indexed', async () => {
  const bare = await list(`select c.conrelid::regclass || '.' || a.attname as name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.connamespace::regnamespace::text in ('public', 'private')
      and not exists (select 1 from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`);
  expect(bare).toEqual([]);
});

test('no policy asks for the caller once per row', async () => {
  const slow = await list(`select tablename || '.' || policyname as name from pg_policies
    where schemaname in ('public', 'private') and regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), 'SELECT auth\\.uid\\(\\)', '', 'g') like '%auth.uid()%'`);
  expect(slow).toEqual([]);
});

test('the publication names its tables, and private bookkeeping is not among them', async () => {
  expect(
    await list("select tablename as name from pg_publication_tables where pubname = 'powersync' order by 1"),
  ).toEqual(SYNCED);
  expect(
    await list("select pubname as name from pg_publication where pubname = 'powersync' and not puballtables"),
  ).toEqual(['powersync']);
});

test('all columns that devices may write exist', async () => {
  const wrong = await list(`select c.table_name || '.' || c.column_name as name from private.crud_columns c
    where not exists (select 1 from information_schema.columns i
      where i.table_schema = 'public' and i.table_name = c.table_name and i.column_name = c.column_name)`);
  expect(wrong).toEqual([]);
});

test('PostgREST finds one way to each relation that a call embeds by its plain name', async () => {
  // Its rule: a foreign key from either table, or a third table whose primary key contains keys to both.
  const ways = async (one: string, other: string): Promise<string[]> =>
    list(`
      with keys as (
        select c.conrelid, c.confrelid, c.conname,
          c.conkey <@ (select p.conkey from pg_constraint p where p.conrelid = c.conrelid and p.contype = 'p') as in_primary
        from pg_constraint c where c.contype = 'f' and c.connamespace = 'public'::regnamespace
      )
      select conname as name from keys
      where (conrelid, confrelid) in (('${one}'::regclass, '${other}'::regclass), ('${other}'::regclass, '${one}'::regclass))
      union all
      select a.conrelid::regclass::text from keys a join keys b using (conrelid)
      where a.in_primary and b.in_primary and a.confrelid = '${one}'::regclass and b.confrelid = '${other}'::regclass`);
  expect(await ways('posts', 'profiles')).toEqual(['posts_user_id_fkey']);
  expect(await ways('comments', 'profiles')).toEqual(['comments_user_id_fkey']);
  expect(await ways('posts', 'post_images')).toEqual(['post_images_post_id_fkey']);
  expect(await ways('hashtags', 'posts')).toEqual(['hashtags_post_id_fkey']);
});

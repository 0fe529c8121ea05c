import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { scaleMemberId, seedScale } from '../../local/seed/scale/scale.ts';
import { personId } from '../../local/seed/seed.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

// The big seed computes in SQL what the triggers compute row by row. This test copies only the rows that members write
// into a second database, where the triggers run. All derived rows must be the same.
const SCALE = { members: 40, posts: 200 };

let quick: pg.Client;
let slow: pg.Client;
const databases: ScratchDatabase[] = [];
const shares: number[] = [];

beforeAll(async () => {
  databases.push(await startScratchDatabase(), await startScratchDatabase());
  [quick, slow] = [await databases[0]!.connect(), await databases[1]!.connect()];
  for (const db of [quick, slow]) {
    await db.query("insert into auth.users (id, email, encrypted_password) values ($1, 'club@rangeday.example', '')", [
      personId('rangeday'),
    ]);
    await db.query(
      "insert into profiles (id, username, is_official, joined_at, created_at) values ($1, 'rangeday', true, '2024-01-01', '2024-01-01')",
      [personId('rangeday')],
    );
    await db.query('insert into profile_stats (id) values ($1)', [personId('rangeday')]);
  }
  await seedScale({ databaseUrl: databases[0]!.url, ...SCALE, progress: (share) => void shares.push(share) });
  await replay();
}, 300_000);
afterAll(() => Promise.all(databases.map((scratch) => scratch.stop())));

/** Rows that members write, oldest first: the columns that apply_crud accepts, and the time. */
async function replay(): Promise<void> {
  await copy('auth.users', 'id, email, encrypted_password, created_at');
  await copy(
    'public.profiles',
    'id, email, username, first_name, last_name, city, state, about, dob, privacy_settings, joined_at, created_at',
  );
  await copy('public.profile_stats', 'id');
  await copy('public.friends', 'id, user_id, friend_id, status, in_feed, created_at');
  await copy('public.polls', 'id, question, options, created_by, created_at');
  await copy(
    'public.posts',
    'id, user_id, title, description, image_url, visibility, shared_with, poll_id, created_at',
    // As the members chose: the post's own row has only its author.
    `(select p.id, p.user_id, title, description, image_url, visibility, r.readers as shared_with, poll_id, created_at
      from public.posts p left join public.post_readers r using (id))`,
  );
  await copy('public.post_images', 'id, post_id, user_id, url, position, created_at');
  await copy('public.comments', 'id, post_id, user_id, parent_id, text, created_at');
  await copy('public.post_votes', 'id, post_id, user_id, value, created_at');
  await copy('public.comment_likes', 'id, comment_id, user_id, created_at');
  await copy('public.poll_votes', 'id, poll_id, user_id, option_index, created_at');
  await copy('public.private_messages', 'id, sender_id, recipient_id, content, read, created_at');
  await slow.query('select private.refresh_boards(true)');
}

async function copy(table: string, columns: string, from = table): Promise<void> {
  const order = columns.includes('created_at') ? 'created_at, id' : 'id';
  const { rows } = await quick.query<{ all: string }>(
    `select coalesce(json_agg(t), '[]')::text as all from (select ${columns} from ${from} source order by ${order}) t`,
  );
  await slow.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
    [rows[0]?.all],
  );
}

/** How many transactions counted, and when. */
const COUNTED = ['version', 'counted_at'];

/** Columns that differ in each database or depend on the order of arrival. */
const INCIDENTAL: Record<string, string[]> = {
  hashtags: ['id'],
  notifications: ['id', 'created_at', 'is_read'],
  post_recipients: ['created_at'],
  profiles_public: ['directory_page'],
  listed_posts: ['page'],
  listed_stats: ['page', 'version'],
  post_stats: COUNTED,
  comment_stats: COUNTED,
  poll_stats: COUNTED,
};
/** Tables that the seed does not fill, or that belong to one database. */
const APART = ['directory_pages', 'applied_operations'];

async function contents(db: pg.Client, table: string): Promise<string[]> {
  const but = INCIDENTAL[table] ?? [];
  const { rows } = await db.query<{ line: string }>(
    `select (to_jsonb(t) - $1::text[])::text as line from public.${table} t`,
    [but],
  );
  return rows.map((row) => row.line).toSorted();
}

test('derived rows are the same as those of the triggers', async () => {
  const { rows } = await quick.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by 1",
  );
  const tables = rows.map((row) => row.name).filter((name) => !APART.includes(name));
  const wrong: Record<string, unknown> = {};
  let filled = 0;
  for (const table of tables) {
    const [ours, theirs] = [await contents(quick, table), await contents(slow, table)];
    if (ours.length > 0) filled += 1;
    const [extra, missing] = [
      ours.filter((line) => !theirs.includes(line)),
      theirs.filter((line) => !ours.includes(line)),
    ];
    if (extra.length + missing.length > 0 || ours.length !== theirs.length) {
      wrong[table] = { rows: [ours.length, theirs.length], extra: extra.slice(0, 2), missing: missing.slice(0, 2) };
    }
  }
  expect(wrong).toEqual({});
  expect(filled).toBeGreaterThan(25);
});

test('members, posts and their rows exist, and the progress bar reaches its end', async () => {
  const count = async (table: string) => Number((await quick.query(`select count(*) from ${table}`)).rows[0].count);
  expect(await count('profiles')).toBe(SCALE.members + 1);
  expect(await count('posts')).toBe(SCALE.posts);
  expect(await count('comments')).toBeGreaterThan(SCALE.posts);
  expect(shares.at(-1)).toBe(1);
  expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  expect((await quick.query('select id from auth.users where id = $1', [scaleMemberId(0)])).rowCount).toBe(1);
});

test('feed positions are unique, also after the seed', async () => {
  const before = await quick.query(
    'select max(feed_page) as page, count(*) filter (where feed_page is not null) as n from posts',
  );
  const { rows } = await quick.query("insert into posts (user_id, title) values ($1, 'After the seed') returning id", [
    scaleMemberId(0),
  ]);
  const page = (await quick.query('select feed_page from posts where id = $1', [rows[0].id])).rows[0].feed_page;
  expect(page).toBe(Math.floor((Number(before.rows[0].n) + 1) / 100));
});

test('a second run fails and prints what to do', async () => {
  await expect(seedScale({ databaseUrl: databases[0]!.url, ...SCALE, progress: () => undefined })).rejects.toThrow(
    'This data was seeded before. Run `npm run reset` to start over.',
  );
});

import pg from 'pg';
import { v5 } from 'uuid';
import { PEOPLE } from '../people.ts';
import { DERIVED } from './derived.ts';
import { type Scale, stages, withWords } from './stages.ts';
import { personId, SEED_NAMESPACE } from '../seed.ts';
import { UserError } from '../../system/user-error.ts';

/** Maximum rows per statement; the progress bar moves between two statements. */
const CHUNK = 5_000;
/** Share of the progress bar; the rest is for derived rows. */
const SHARE_OF_ROWS = 0.7;

export interface ScaleOptions extends Scale {
  readonly databaseUrl: string;
  /** `share` is the part done, from 0 to 1; `what` names the current step. */
  progress(share: number, what: string): void;
}

/**
 * Adds many members with posts, comments and votes to the first-run seed, in one transaction. It is deterministic.
 * Counts, lists and notifications are those that the triggers would have written row by row; a test compares them.
 * Needs a superuser. Throws UserError if it ran before.
 */
export async function seedScale({ databaseUrl, progress, ...scale }: ScaleOptions): Promise<void> {
  const db = new pg.Client({ connectionString: databaseUrl, application_name: 'seed' });
  await db.connect();
  try {
    const known = await db.query('select 1 from auth.users where id = $1', [scaleMemberId(0)]);
    if (known.rowCount !== 0) throw new UserError('This data was seeded before. Run `npm run reset` to start over.');
    await db.query('begin');
    await db.query("set local synchronous_commit = off; set local work_mem = '64MB'; set local jit = off");
    await prepare(db, scale);
    await runStages(db, scale, progress);
    await deriveAll(db, progress);
    for (let open = true; open;) {
      await db.query('select private.refresh_boards(true)');
      open = (await db.query('select 1 from private.count_changes limit 1')).rowCount !== 0;
    }
    await db.query('commit');
    progress(1, 'statistics');
    await db.query('vacuum (analyze)');
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await db.end();
  }
}

/** The id of the n-th added member, from 0. */
export const scaleMemberId = (n: number): string => v5(`scale-person:${n}`, SEED_NAMESPACE);

async function runStages(db: pg.Client, scale: Scale, progress: ScaleOptions['progress']): Promise<void> {
  const plan = stages(scale);
  const fill = (sql: string): string => withWords(sql, scale, pg.escapeLiteral);
  const total = plan.reduce((sum, stage) => sum + stage.rows, 0);
  // Triggers of a stage finish with it and not at the commit, where they would add to what `deriveAll` has counted.
  await db.query('set constraints all immediate');
  let done = 0;
  for (const stage of plan) {
    if (stage.before)
      await db.query(`${fill(stage.before)}; analyze pg_temp.${/temp table (\w+)/.exec(stage.before)?.[1]}`);
    const sql = fill(stage.sql);
    for (let from = 0; from < stage.rows; from += CHUNK) {
      const to = Math.min(from + CHUNK, stage.rows);
      progress((SHARE_OF_ROWS * done) / total, stage.what);
      await db.query(`set local session_replication_role = ${stage.quiet ? 'replica' : 'origin'}`);
      await db.query(sql, [from, to]);
      done += to - from;
    }
    // Later stages join these rows.
    await db.query(`analyze ${tablesOf(stage.sql).join()}`);
  }
}

/** Tables that a stage adds rows to. To analyze the whole database after each stage takes longer than all stages. */
const tablesOf = (sql: string): string[] => [...sql.matchAll(/insert into ([a-z_.]+)/g)].map(([, table = '']) => table);

async function deriveAll(db: pg.Client, progress: ScaleOptions['progress']): Promise<void> {
  // Also of tables that triggers fill.
  await db.query('set local session_replication_role = replica; analyze');
  for (const [index, { what, sql }] of DERIVED.entries()) {
    progress(SHARE_OF_ROWS + ((1 - SHARE_OF_ROWS) * index) / DERIVED.length, what);
    await db.query(sql);
  }
  await db.query(
    'set local session_replication_role = origin; analyze public.post_stats, public.profile_stats, public.tag_counts',
  );
}

/** Numbers members and posts. Members of the first-run seed come first, so that the demo accounts are busy. */
async function prepare(db: pg.Client, scale: Scale): Promise<void> {
  const fill = (sql: string): string => withWords(sql, scale, pg.escapeLiteral);
  await db.query(`
    create function pg_temp.chance(n bigint, salt integer) returns double precision language sql immutable parallel safe as
      'select (hashint8extended(n, salt) & 9007199254740991) / 9007199254740992::double precision';
    create function pg_temp.pick(list text[], n bigint, salt integer) returns text language sql immutable parallel safe as
      'select list[1 + floor(cardinality(list) * pg_temp.chance(n, salt))::integer]';
    create function pg_temp.now() returns timestamptz language sql stable as 'select date_trunc(''second'', now())';
    create function pg_temp.comment_id(n bigint) returns uuid language sql immutable as
      'select extensions.uuid_generate_v5(${pg.escapeLiteral(SEED_NAMESPACE).replaceAll("'", "''")}, ''scale-comment:'' || n)';
    create temp table people (n bigint primary key, fresh bigint, id uuid not null, username text not null, joined timestamptz not null) on commit drop;
  `);
  await db.query(
    `insert into pg_temp.people select row_number() over (order by place) - 1, null, p.id, p.username, p.joined_at
     from unnest($1::uuid[]) with ordinality as seeded (id, place) join public.profiles p using (id)`,
    [PEOPLE.map((person) => personId(person.username))],
  );
  await db.query(
    fill(`insert into pg_temp.people
      select (select count(*) from public.profiles where id = any ($1::uuid[])) + n, n, extensions.uuid_generate_v5($2, 'scale-person:' || n),
        lower({FIRST_NAMES}[1 + n % :FIRST_NAMES]) || '_' || {THINGS}[1 + (n / :FIRST_NAMES) % :THINGS]
          || case when n >= :FIRST_NAMES * :THINGS then (n / (:FIRST_NAMES * :THINGS) + 1)::text else '' end,
        pg_temp.now() - interval '2 years' - interval '1 day' * floor(400 * pg_temp.chance(n, 200))
      from generate_series(0::bigint, :members - 1) n`),
    [PEOPLE.map((person) => personId(person.username)), SEED_NAMESPACE],
  );
  // Oldest first, denser towards today; the last one a minute ago. Version 7 ids from the post's time.
  await db.query(
    fill(`create temp table posts on commit drop as
      select numbered.n, (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || substr(h, 1, 3) || 'a' || substr(h, 4, 15))::uuid as id,
        at, m.id as author_id, pg_temp.chance(numbered.n, 41) < 0.87 as is_public,
        case when pg_temp.chance(numbered.n, 42) < 0.01 then extensions.uuid_generate_v5(${pg.escapeLiteral(SEED_NAMESPACE)}, 'scale-poll:' || numbered.n) end as poll_id,
        case when pg_temp.chance(numbered.n, 41) < 0.87 then (select max(page) + case when exists (select 1 from public.posts where feed_page is not null) then 1 else 0 end from public.feed_windows)
          + (row_number() over (partition by pg_temp.chance(numbered.n, 41) < 0.87 order by numbered.n) - 1)::integer / 100 end as feed_page,
        case when row_number() over (partition by m.id order by numbered.n desc) <= 100 then 0
          else 1 + (row_number() over (partition by m.id, pg_temp.chance(numbered.n, 41) < 0.87 order by numbered.n)::integer - 1) / 50 end as author_page
      from (select n, md5('scale-post:' || n) as h, pg_temp.now() - interval '1 minute' - interval '700 days' * (1 - (n + 1)::double precision / :posts) ^ 2 as at
        from generate_series(0::bigint, :posts - 1) n) numbered
      join pg_temp.people m on m.n = floor(:members * pg_temp.chance(numbered.n, 43) ^ 2)::bigint`),
  );
  await db.query('alter table pg_temp.posts add primary key (n); analyze pg_temp.people; analyze pg_temp.posts');
}

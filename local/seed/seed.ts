import pg from 'pg';
import type { BackendContext } from '../context.ts';
import { DEMO_ACCOUNTS } from './accounts.ts';
import type { SeedPerson } from './people.ts';
import { activity, type SeedRows } from './rows.ts';
import { moderation, staffChanges } from './staff.ts';
import { DAY, type Examples, personId, SEED_NAMESPACE, seedWorld } from './world.ts';
import { advertising, correspondence } from './year.ts';
import { hashPassword } from '../supabase/auth/password.ts';

export { personId, SEED_NAMESPACE };

/**
 * Fills an empty backend with members and posts, once: a database that contains the official account is left unchanged.
 * Only rows that members write are inserted; every count is the triggers'. All rows are one transaction, so an
 * interrupted start leaves nothing incomplete.
 */
export async function seed(ctx: Pick<BackendContext, 'databaseUrl' | 'log'>, examples: Examples): Promise<void> {
  const db = new pg.Client({ connectionString: ctx.databaseUrl });
  await db.connect();
  try {
    const known = await db.query('select 1 from public.profiles where id = $1', [personId('rangeday')]);
    if (known.rowCount !== 0) return;
    await db.query('begin; set local synchronous_commit = off');
    const world = seedWorld(examples, Date.now());
    await insertAll(db, await accounts(world.people, world.now));
    await addIdentities(db);
    await insertAll(db, activity(world), advertising(world));
    await db.query(COUNT_AD_DAYS);
    if (examples === 'year') {
      await insertAll(db, correspondence(world), moderation(world));
      for (const [sql, values] of staffChanges(world)) await db.query(sql, values);
    }
    for (const sql of DATE_NOTIFICATIONS) await db.query(sql);
    // The triggers of the commit write the counts; the boards are of them. If this is interrupted, the jobs refresh the
    // boards.
    await db.query('commit');
    for (let open = true; open;) {
      await db.query('select private.refresh_boards(true)');
      open = (await db.query('select 1 from private.count_changes limit 1')).rowCount !== 0;
    }
    ctx.log(`Seeded ${world.people.length} members and ${world.posts.length} posts.`);
  } catch (error) {
    await db.query('rollback').catch(() => undefined);
    throw error;
  } finally {
    await db.end();
  }
}

/** One statement per table. Columns that no row names get their defaults. */
async function insertAll(db: pg.Client, ...parts: readonly (readonly SeedRows[])[]): Promise<void> {
  for (const { table, rows, noteChanges } of parts.flat()) {
    const columns = Object.keys(rows[0] ?? {}).join();
    if (columns === '') continue;
    if (noteChanges) await db.query('set local session_replication_role = replica');
    await db.query(
      `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows)],
    );
    if (noteChanges) await db.query(`set local session_replication_role = origin; ${noteChanges}`);
  }
}

async function accounts(people: readonly SeedPerson[], now: number): Promise<SeedRows[]> {
  const made = await Promise.all(
    people.map(async (person) => {
      const account = DEMO_ACCOUNTS.find((one) => one.username === person.username);
      return {
        person,
        account,
        id: personId(person.username),
        email: account?.email ?? `${person.username}@members.rangeday.example`,
        joined: new Date(now - person.joined * DAY),
        // Nobody can log in with the other accounts: an empty hash matches no password.
        hash: account === undefined ? '' : await hashPassword(account.password, null),
      };
    }),
  );
  return [
    {
      table: 'auth.users',
      rows: made.map(({ id, email, hash, joined }) => ({
        id,
        aud: 'authenticated',
        role: 'authenticated',
        email,
        encrypted_password: hash,
        email_confirmed_at: joined,
        raw_app_meta_data: { provider: 'email', providers: ['email'] },
        raw_user_meta_data: {},
        created_at: joined,
        updated_at: joined,
      })),
    },
    {
      table: 'public.profiles',
      rows: made.map(({ person, account, id, email, joined }) => ({
        id,
        email,
        username: person.username,
        first_name: person.first ?? null,
        last_name: person.last ?? null,
        city: person.city ?? null,
        state: person.state ?? null,
        about: person.about ?? null,
        dob: '1980-05-14',
        profile_image_url: person.avatar ?? null,
        banner_url: person.banner ?? null,
        role: account?.kind === 'admin' || account?.kind === 'ceo' ? account.kind : 'user',
        badges: account?.kind === 'admin' ? ['Range officer'] : [],
        is_official: person.official ?? false,
        privacy_settings: { email: true, dob: true },
        joined_at: joined,
        created_at: joined,
      })),
    },
    { table: 'public.profile_stats', rows: made.map(({ id }) => ({ id })) },
  ];
}

/** Where Auth has them: a log-in belongs to an identity. */
async function addIdentities(db: pg.Client): Promise<void> {
  const found = await db.query("select to_regclass('auth.identities') is not null as there");
  if (found.rows[0]?.there !== true) return;
  await db.query(
    `insert into auth.identities (provider_id, user_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
     select id::text, id, jsonb_build_object('sub', id, 'email', email, 'email_verified', true), 'email', created_at, created_at, created_at
     from auth.users where email = any ($1) on conflict do nothing`,
    [DEMO_ACCOUNTS.map((account) => account.email)],
  );
}

/** Sums of the single events, as record_ad_event keeps them. */
const COUNT_AD_DAYS = `
  insert into private.ad_days (ad_id, day, impressions, clicks)
  select ad_id, (counted_hour at time zone 'utc')::date, count(*) filter (where event_type = 'impression'), count(*) filter (where event_type = 'click')
  from public.ad_events group by 1, 2`;

/**
 * Notifications get the time of their event, and those of more than a day ago were read. The limit of an hour begins
 * anew.
 */
const DATE_NOTIFICATIONS = [
  `with events as (
     select 'comment:' || id as cause, created_at as at from public.comments union all select 'mention:comment:' || id, created_at from public.comments
     union all select 'mention:post:' || id, created_at from public.posts union all select private.friend_request_cause(f), created_at from public.friends f
     union all select 'removal:' || id, deleted_at from public.post_deletions)
   update public.notifications n set created_at = events.at, is_read = events.at < now() - interval '30 hours' from events where events.cause = n.cause`,
  `delete from private.rate_usage where action = 'notification'`,
];

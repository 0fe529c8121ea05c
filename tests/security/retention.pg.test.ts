import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newMember, Session } from '../support/as-member.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let scratch: ScratchDatabase;
let db: pg.Client;
let member: Session;

beforeAll(async () => {
  scratch = await startScratchDatabase();
  db = await scratch.connect();
  member = new Session(await scratch.connect(), await newMember(db));
});
afterAll(() => scratch.stop());

test.each([
  [
    'forget_applied_operations',
    'public.applied_operations',
    'created_at',
    'user_id, action_id',
    '$1, gen_random_uuid()',
  ],
  [
    'forget_notification_causes',
    'private.notification_causes',
    'created_at',
    'user_id, cause',
    '$1, gen_random_uuid()',
  ],
  ['forget_stripe_events', 'private.stripe_events', 'received_at', 'id, type', "gen_random_uuid(), 'of ' || $1"],
])('%s deletes what is older than a year, and only the jobs may call it', async (job, table, time, columns, values) => {
  const add = (age: string) =>
    db.query(`insert into ${table} (${columns}, ${time}) values (${values}, now() - $2::interval)`, [member.id, age]);
  await add('364 days');
  await add('367 days');
  expect((await db.query(`select ${job}() as gone`)).rows).toEqual([{ gone: 1 }]);
  expect((await db.query(`select 1 from ${table} where ${time} < now() - interval '360 days'`)).rows).toHaveLength(1);
  expect(await member.refusal(`select ${job}()`)).toMatchObject({ code: '42501' });
});

test.each([
  [
    'forget_applied_operations',
    "applied_operations (user_id, action_id, created_at) select $1, gen_random_uuid(), now() - interval '2 years'",
  ],
  [
    'forget_notification_causes',
    "private.notification_causes (user_id, cause, created_at) select $1, 'x' || n, now() - interval '2 years'",
  ],
  [
    'forget_stripe_events',
    "private.stripe_events (id, type, received_at) select $1 || n, 'x', now() - interval '2 years'",
  ],
  [
    'forget_rate_usage',
    "private.rate_usage (sender, action, window_start, used) select $1 || n, 'post', now() - interval '2 days', 1",
  ],
  [
    'forget_contact_senders',
    "contact_messages (name, email, message, user_agent, created_at) select 'Kip', 'kip@example.org', $1, 'Browser', now() - interval '2 months'",
  ],
])('%s deletes a bounded number of rows in one call, and the rest in the next ones', async (job, values) => {
  const most = job === 'forget_contact_senders' ? 1000 : 10_000;
  await db.query('set session_replication_role = replica');
  await db.query(`insert into ${values} from generate_series(1, ${most + 20}) n`, [member.id]);
  await db.query('set session_replication_role = origin');
  const call = async () => (await db.query<{ gone: number }>(`select ${job}() as gone`)).rows[0]?.gone;
  expect([await call(), await call(), await call()]).toEqual([most, 20, 0]);
  await db.query('delete from contact_messages where true');
});

test('a message of the contact form loses the address and the browser of its sender after 30 days', async () => {
  for (const age of ['29 days', '31 days'])
    await db.query(
      `insert into contact_messages (name, email, message, ip_address, user_agent, created_at)
       values ('Kip', 'kip@example.org', $1::text, '192.0.2.7', 'Browser', now() - $1::text::interval)`,
      [age],
    );
  expect((await db.query('select forget_contact_senders() as gone')).rows).toEqual([{ gone: 1 }]);
  expect((await db.query('select forget_contact_senders() as gone')).rows).toEqual([{ gone: 0 }]);
  expect(
    (await db.query('select message, host(ip_address) as address, user_agent from contact_messages order by 1')).rows,
  ).toEqual([
    { message: '29 days', address: '192.0.2.7', user_agent: 'Browser' },
    { message: '31 days', address: null, user_agent: null },
  ]);
  expect(await member.refusal('select forget_contact_senders()')).toMatchObject({ code: '42501' });
});

test('events of ads are in a table for each month, which is dropped when all of it is too old', async () => {
  const client = (await db.query("insert into ad_clients (name) values ('Ridge') returning id")).rows[0].id;
  const ad = (
    await db.query(
      "insert into ads (title, type, image_url, client_id) values ('Ear', 'square', 'https://img.example/a.png', $1) returning id",
      [client],
    )
  ).rows[0].id;
  const add = (age: string) =>
    db.query(
      `insert into ad_events (ad_id, event_type, viewer, counted_hour, created_at) values ($1, 'click', $2, now() - $3::interval, now() - $3::interval)
       returning tableoid::regclass::text as place, to_char((now() - $3::interval) at time zone 'utc', 'YYYY_MM') as month`,
      [ad, randomUUID(), age],
    );
  const [now] = (await add('0 days')).rows;
  expect(now.place).toBe(`private.ad_events_${now.month}`);
  // A month without a table of its own.
  expect((await add('20 years')).rows[0].place).toBe('private.ad_events_rest');
  await db.query(
    `create table private.ad_events_2020_01 partition of ad_events for values from ('2020-01-01Z') to ('2020-02-01Z')`,
  );

  expect((await db.query('select forget_ad_events() as gone')).rows).toEqual([{ gone: 1 }]);
  const months = await db.query("select relname from pg_class where relname ~ '^ad_events_\\d{4}_\\d\\d$' order by 1");
  // This month and the next.
  expect(months.rows).toHaveLength(2);
  expect((await db.query('select 1 from ad_events')).rows).toHaveLength(1);
  for (const table of ['ad_events', `private.ad_events_${now.month}`])
    expect(await member.refusal(`select 1 from ${table}`)).toMatchObject({ code: '42501' });
});

import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { action, newMember, Session } from '../../tests/support/as-member.ts';
import { type FunctionsHost, startFunctionsHost } from '../../tests/support/functions-host.ts';
import { startScratchDatabase } from '../../tests/support/scratch-database.ts';
import type { Row } from './row.ts';

const WATCHERS = 1_000;
const PUSHES = 10_000;

/**
 * What pushes cost the server: a comment on a post on which 1,000 members have commented and 1,000 devices are
 * subscribed, and 10,000 queued pushes. In statements, rows and requests.
 */
export async function measurePushes(say: (line: string) => void): Promise<Row[]> {
  const scratch = await startScratchDatabase();
  let statements = 0;
  const admin = await scratch.connect();
  const service = counted(await scratch.connect(), () => (statements += 1));
  await service.query('set role service_role');
  const host = await startFunctionsHost(service);
  try {
    await admin.query('update private.rate_limits set max_count = 1000000');
    const [author, reader] = [await newMember(admin), await newMember(admin)];
    const post = randomUUID();
    await admin.query(`insert into posts (id, user_id, title) values ($1, $2, 'Range day')`, [post, author]);
    const made = await fetch(`${host.url}/_dev/push/subscriptions`, { method: 'POST' });
    const { subscription } = (await made.json()) as {
      subscription: { endpoint: string; keys: { p256dh: string; auth: string } };
    };
    const { endpoint, keys } = subscription;
    say(`  ${WATCHERS} members with a device comment`);
    await admin.query(
      `with made as (insert into auth.users (id, email)
         select gen_random_uuid(), 'watcher' || n || '@push.example' from generate_series(1, $1::int) n returning id)
       insert into profiles (id, username) select id, 'watcher_' || row_number() over () from made`,
      [WATCHERS],
    );
    await admin.query(
      `insert into push_subscriptions (user_id, endpoint, p256dh, auth)
       select id, $1::text || '?' || id, $2, $3 from profiles where username like 'watcher\\_%' or id = $4`,
      [endpoint, keys.p256dh, keys.auth, author],
    );
    await admin.query(
      `insert into comments (post_id, user_id, text) select $1, id, 'Well shot.' from profiles where username like 'watcher\\_%'`,
      [post],
    );
    await admin.query('delete from private.push_queue');
    const connection = await scratch.connect();
    await connection.query("set track_functions = 'all'");
    let requests = 0;
    const session = new Session(
      counted(connection, () => (requests += 1)),
      reader,
    );
    const write = async () => {
      const data = { user_id: reader, post_id: post, text: 'Which bay?' };
      const [result] = await session.applyCrud(action({ op: 'PUT', table: 'comments', id: randomUUID(), data }));
      if (result?.status !== 'applied') throw new Error(`The comment was rejected: ${JSON.stringify(result)}`);
      // Before the next transaction ends.
      await connection.query('select pg_stat_force_next_flush()');
    };
    // The first one of a connection also reads plans and settings.
    await write();
    await admin.query('delete from private.push_queue');
    requests = 0;
    const before = await counts(admin);
    await write();
    const after = await counts(admin);
    const grown = (name: keyof Counts): number => after[name] - before[name];
    // Without the one that flushes the statistics.
    const ofComment = requests - 1;
    statements = 0;
    const sentBefore = host.pushRequests();
    await sendPushes(host);
    const [toSend, sends] = [statements, host.pushRequests() - sentBefore];

    say(`  ${PUSHES} pushes are sent`);
    await admin.query('delete from private.push_queue');
    await admin.query(
      `insert into notifications (user_id, type, data, cause)
       select user_id, 'promotion', '{"message": "x", "promoted_at": "x"}', 'bench' from push_subscriptions where user_id <> $1`,
      [author],
    );
    // The same devices under several subjects.
    await admin.query(
      `insert into private.push_queue (subscription_id, tag, cause_id, kind, user_id, payload)
       select q.subscription_id, q.tag || n, q.cause_id, q.kind, q.user_id, q.payload
       from private.push_queue q, generate_series(2, $1::int / $2::int) n`,
      [PUSHES, WATCHERS],
    );
    statements = 0;
    const pushedBefore = host.pushRequests();
    const start = performance.now();
    let calls = 0;
    for (let sent = 0; sent < PUSHES; calls += 1) sent += await sendPushes(host);
    const seconds = (performance.now() - start) / 1000;
    const of = `${PUSHES.toLocaleString('en')} pushes`;
    const comment = `a comment on a post with ${WATCHERS.toLocaleString('en')} commenters`;
    return [
      { what: `${comment}: statements of the member`, value: ofComment, unit: '' },
      { what: `${comment}: calls of our database functions`, value: grown('functions'), unit: '' },
      { what: `${comment}: rows written`, value: grown('written'), unit: '' },
      { what: `${comment}: rows read`, value: grown('read'), unit: '' },
      { what: `${comment}: notifications`, value: grown('notifications'), unit: '' },
      { what: `${comment}: queued pushes`, value: grown('pushes'), unit: '' },
      { what: `${comment}: statements to send them`, value: toSend, unit: '' },
      { what: `${comment}: requests to push services`, value: sends, unit: '' },
      { what: `${of}: calls of the function`, value: calls, unit: '' },
      { what: `${of}: calls of the database`, value: statements, unit: '' },
      { what: `${of}: requests to push services`, value: host.pushRequests() - pushedBefore, unit: '' },
      { what: `${of}: pushes a second`, value: PUSHES / seconds, unit: '' },
    ];
  } finally {
    await host.stop();
    await scratch.stop();
  }
}

/**
 * Counts the statements, without those of the stand-ins for the Data API: they begin and end a transaction, and look up
 * the caller and the function.
 */
function counted(client: pg.Client, count: () => void): pg.Client {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    if (!/^(?:begin|commit|rollback|set|select set_config|select proretset)\b/.test(String(args[0]))) count();
    return query(...args);
  }) as pg.Client['query'];
  return client;
}

interface Counts {
  notifications: number;
  pushes: number;
  /** Calls of functions; simple ones are part of the query that calls them. */
  functions: number;
  written: number;
  read: number;
}

async function counts(db: pg.Client): Promise<Counts> {
  const { rows } = await db.query<{ [name in keyof Counts]: string }>(
    `select (select count(*) from notifications) as notifications, (select count(*) from private.push_queue) as pushes,
       (select coalesce(sum(calls), 0) from pg_stat_user_functions) as functions,
       (select sum(n_tup_ins + n_tup_upd + n_tup_del) from pg_stat_user_tables) as written,
       (select sum(seq_tup_read + coalesce(idx_tup_fetch, 0)) from pg_stat_user_tables) as read`,
  );
  const [row] = rows;
  if (!row) throw new Error('Postgres returned no counts.');
  return {
    notifications: Number(row.notifications),
    pushes: Number(row.pushes),
    functions: Number(row.functions),
    written: Number(row.written),
    read: Number(row.read),
  };
}

/** One call of the job. Returns how many pushes it sent. */
async function sendPushes({ url, serviceRoleKey }: FunctionsHost): Promise<number> {
  const answer = await fetch(`${url}/api/send-pushes`, {
    method: 'POST',
    headers: { authorization: `Bearer ${serviceRoleKey}`, 'content-type': 'application/json' },
    body: '{}',
  });
  const body = (await answer.json()) as { sent?: number };
  if (!body.sent) throw new Error(`No push was sent: ${JSON.stringify(body)}`);
  return body.sent;
}

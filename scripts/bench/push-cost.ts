import { randomUUID } from 'node:crypto';

import type pg from 'pg';

import { action, newMember, Session } from '../../tests/support/as-member.ts';
import { startFunctionsHost } from '../../tests/support/functions-host.ts';
import { startScratchDatabase } from '../../tests/support/scratch-database.ts';
import type { Row } from './row.ts';

const WATCHERS = 1_000;
const PUSHES = 10_000;

/**
 * What pushes cost the server: a comment on a post on which 1,000 members have commented and 1,000 devices are subscribed, and 10,000 queued
 * pushes. In statements, rows and requests.
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
    const before = await counts(admin);
    const session = new Session(await scratch.connect(), reader);
    const data = { user_id: reader, post_id: post, text: 'Which bay?' };
    const [result] = await session.applyCrud(action({ op: 'PUT', table: 'comments', id: randomUUID(), data }));
    if (result?.status !== 'applied') throw new Error(`The comment was rejected: ${JSON.stringify(result)}`);
    const after = await counts(admin);

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
    const start = performance.now();
    let calls = 0;
    for (let sent = 0; sent < PUSHES; calls += 1) {
      const answer = await fetch(`${host.url}/api/send-pushes`, {
        method: 'POST',
        headers: { authorization: `Bearer ${host.serviceRoleKey}`, 'content-type': 'application/json' },
        body: '{}',
      });
      const body = (await answer.json()) as { sent?: number };
      if (!body.sent) throw new Error(`No push was sent: ${JSON.stringify(body)}`);
      sent += body.sent;
    }
    const seconds = (performance.now() - start) / 1000;
    const of = `${PUSHES.toLocaleString('en')} pushes`;
    const comment = `a comment on a post with ${WATCHERS.toLocaleString('en')} commenters`;
    return [
      { what: `${comment}: notifications`, value: after.notifications - before.notifications, unit: '' },
      { what: `${comment}: queued pushes`, value: after.pushes - before.pushes, unit: '' },
      { what: `${of}: calls of the function`, value: calls, unit: '' },
      { what: `${of}: calls of the database`, value: statements, unit: '' },
      { what: `${of}: requests to push services, each`, value: 1, unit: '' },
      { what: `${of}: pushes a second`, value: PUSHES / seconds, unit: '' },
    ];
  } finally {
    await host.stop();
    await scratch.stop();
  }
}

/** Counts the statements, without those that begin and end a transaction. */
function counted(client: pg.Client, count: () => void): pg.Client {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  client.query = ((...args: unknown[]) => {
    if (!/^(?:begin|commit|rollback|set)\b/.test(String(args[0]))) count();
    return query(...args);
  }) as pg.Client['query'];
  return client;
}

async function counts(db: pg.Client): Promise<{ notifications: number; pushes: number }> {
  const { rows } = await db.query<{ notifications: string; pushes: string }>(
    'select (select count(*) from notifications) as notifications, (select count(*) from private.push_queue) as pushes',
  );
  return { notifications: Number(rows[0]?.notifications), pushes: Number(rows[0]?.pushes) };
}

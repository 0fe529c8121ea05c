import { request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

import { Client } from 'pg';

import { action, newMember, Session } from '../../tests/support/as-member.ts';
import { Backend } from '../../tests/support/backend.ts';
import { pairId, put } from '../../tests/support/social.ts';
import { median, quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { visitorToken } from './tokens.ts';

const VOTES_PER_SECOND = 100;
const SECONDS = 30;
const MEMBERS = 100;
const CONNECTIONS = 10;
/** Seconds within which what waits is published after the last vote. */
const SETTLE = 8;

/** A visitor's stream. Counts the bytes that arrive, as they are sent. */
class Visitor {
  bytes = 0;
  static async open(backend: Backend, encoding: 'zstd' | 'identity'): Promise<Visitor> {
    const visitor = new Visitor();
    const headers = {
      'content-type': 'application/json',
      authorization: `Token ${await visitorToken(backend)}`,
      'accept-encoding': encoding,
    };
    const call = request(`${backend.url}/powersync/sync/stream`, { method: 'POST', headers }, (answer) =>
      answer.on('data', (chunk: Buffer) => (visitor.bytes += chunk.length)),
    );
    call.end(JSON.stringify({ buckets: [], include_checksum: true, raw_data: true, client_id: `counts-${encoding}` }));
    let before = -1;
    while (before !== visitor.bytes || visitor.bytes === 0) {
      before = visitor.bytes;
      await pause(1_000);
    }
    return visitor;
  }
}

/** Members who vote on the posts of the newest page, 100 times a second, with and without the pause of the counts. */
export async function measureCounts(say: (line: string) => void): Promise<Row[]> {
  const backend = await Backend.start();
  const admin = new Client({ connectionString: backend.addresses.DATABASE_URL });
  await admin.connect();
  try {
    await admin.query('update private.rate_limits set max_count = 1000000');
    const members: string[] = [];
    for (let n = 0; n < MEMBERS; n++) members.push(await newMember(admin, { username: `voter_${n}` }));
    const { rows: posts } = await admin.query<{ id: string }>(
      `select id from public.posts where audience = 'public' order by created_at desc limit 100`,
    );
    const rows: Row[] = [];
    for (const [what, setting] of [
      ['each act published', '0 seconds'],
      ['with the pause', '5 seconds'],
    ] as const) {
      say(`  ${what}: ${VOTES_PER_SECOND} votes a second for ${SECONDS} s`);
      await admin.query(`alter database postgres set app.count_pause = '${setting}'`);
      const visitors = [await Visitor.open(backend, 'zstd'), await Visitor.open(backend, 'identity')];
      const before = visitors.map(({ bytes }) => bytes);
      const { wal, ms } = await vote(backend, admin, members, posts);
      await pause(SETTLE * 1_000);
      const rates = visitors.map(({ bytes }, index) => (bytes - (before[index] ?? 0)) / 1_000 / SECONDS);
      rows.push(
        ...['compressed', 'as text'].map((form, index): Row => ({
          what: `100 votes a second, ${what}: each device, ${form}`,
          value: rates[index] ?? Number.NaN,
          unit: 'kB/s',
          ...(setting !== '0 seconds' && index === 0 && { goal: { most: 2 } }),
        })),
        { what: `100 votes a second, ${what}: WAL of a vote, median`, value: median(wal) / 1_000, unit: 'kB' },
        { what: `100 votes a second, ${what}: apply_crud, p95`, value: quantile(ms, 0.95), unit: 'ms' },
      );
      const wrong = await admin.query(
        `select 1 from post_stats s where score <> (select coalesce(sum(value), 0) from post_votes v where v.post_id = s.id)`,
      );
      if (wrong.rows.length > 0)
        throw new Error(`${wrong.rows.length} scores are wrong ${SETTLE} s after the last vote.`);
    }
    return rows;
  } finally {
    await admin.end();
    await backend.dispose();
  }
}

async function vote(
  backend: Backend,
  admin: Client,
  members: readonly string[],
  posts: readonly { id: string }[],
): Promise<{ wal: number[]; ms: number[] }> {
  const [wal, ms]: [number[], number[]] = [[], []];
  const position = async () =>
    Number((await admin.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0' as at")).rows[0]?.at);
  const end = performance.now() + SECONDS * 1_000;
  let sent = 0;
  const start = performance.now();
  const voter = async () => {
    const db = new Client({ connectionString: backend.addresses.DATABASE_URL });
    await db.connect();
    while (performance.now() < end) {
      const due = start + (sent * 1_000) / VOTES_PER_SECOND;
      const n = sent++;
      if (due > performance.now()) await pause(due - performance.now());
      const [member, post] = [
        members[(n * 7) % MEMBERS] ?? '',
        posts[Math.floor(Math.random() * posts.length)]?.id ?? '',
      ];
      const row = { post_id: post, user_id: member, value: Math.random() < 0.7 ? 1 : -1 };
      const began = performance.now();
      await new Session(db, member).applyCrudOnce(action(put('post_votes', row, pairId('post_vote', post, member))));
      ms.push(performance.now() - began);
    }
    await db.end();
  };
  const watch = async () => {
    let last = { at: await position(), votes: 0 };
    while (performance.now() < end) {
      await pause(500);
      const now = { at: await position(), votes: ms.length };
      if (now.votes > last.votes) wal.push((now.at - last.at) / (now.votes - last.votes));
      last = now;
    }
  };
  await Promise.all([watch(), ...Array.from({ length: CONNECTIONS }, voter)]);
  return { wal, ms };
}

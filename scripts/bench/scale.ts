import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';

import { Client } from 'pg';
import { v5, v7 } from 'uuid';

import { PAIR_NAMESPACES } from '#contract/ids.ts';

import { Backend } from '../../tests/support/backend.ts';
import { copyPreparedDataDir } from '../../tests/support/prepared-data-dir.ts';
import { median } from './quantile.ts';
import type { Row } from './row.ts';
import { memberToken, sendOp, visitorToken } from './tokens.ts';

export interface Scale {
  readonly members: number;
  readonly posts: number;
}

const CLI = join(import.meta.dirname, '../../local/cli.ts');
/** Ten times as much each: what belongs to one member must not grow. */
const SHARE = 10;
const WRITES = 20;
/** Numbers of members for which the database is calculated. */
const LATER = [10_000, 1_000_000, 100_000_000] as const;

/** What one thing takes: the table with its rows, and those that triggers and jobs derive from it. */
const KINDS = {
  member: ['public.profiles', 'public.profiles_public', 'public.profile_stats', 'public.directory_pages', 'auth.users'],
  post: [
    ...['public.posts', 'public.post_stats', 'public.post_people', 'public.feed_people', 'public.listed_posts'],
    ...['public.listed_stats', 'public.hashtags', 'public.post_images', 'public.polls', 'public.poll_votes'],
  ],
  comment: ['public.comments', 'public.comment_stats'],
  vote: ['public.post_votes'],
  like: ['public.comment_likes'],
  notification: ['public.notifications', 'private.notification_causes'],
  'friendship (row)': ['public.friends', 'public.known_people'],
  message: ['public.private_messages', 'public.threads_index'],
} as const;
type Kind = keyof typeof KINDS;

interface Measured {
  readonly scale: Scale;
  readonly bytes: number;
  readonly kinds: Readonly<Record<Kind, { rows: number; bytes: number }>>;
  readonly devices: Readonly<Record<'visitor' | 'member', Device>>;
  readonly writes: Readonly<Record<string, Write>>;
  readonly slot: { slots: number; behind: number; ms: number };
}

interface Device {
  readonly buckets: number;
  readonly rows: number;
  readonly bytes: number;
  readonly zipped: number;
  readonly ms: number;
}

interface Write {
  readonly rows: number;
  readonly wal: number;
  readonly received: number;
}

/**
 * Fills a backend twice, the second time with ten times as much, and measures what a member, a post and a device cost
 * in rows, buckets, bytes and in the replication slot. What is larger than the larger database is calculated from it.
 */
export async function measureScale(say: (line: string) => void, { members, posts }: Scale): Promise<Row[]> {
  const few = await measure(say, { members: Math.ceil(members / SHARE), posts: Math.ceil(posts / SHARE) });
  const many = await measure(say, { members, posts });
  const of = `${members.toLocaleString('en')} members, ${posts.toLocaleString('en')} posts`;
  const perMember = (many.bytes - few.bytes) / (many.scale.members - few.scale.members);
  return [
    ...(Object.keys(KINDS) as Kind[]).flatMap((kind) => [
      { what: `${of}: a ${kind}, rows in all tables`, value: many.kinds[kind].rows, unit: '' },
      { what: `${of}: a ${kind}`, value: many.kinds[kind].bytes, unit: 'B' },
    ]),
    { what: `${of}: the whole database`, value: many.bytes / 1e6, unit: 'MB' },
    { what: `${of}: a member with all that belongs to it`, value: perMember / 1e3, unit: 'kB' },
    ...(['visitor', 'member'] as const).flatMap((who) => {
      const [small, large] = [few.devices[who], many.devices[who]];
      const name = `${of}: a new device of a ${who}`;
      return [
        { what: `${name}, buckets`, value: large.buckets, unit: '', goal: { most: who === 'visitor' ? 20 : 300 } },
        { what: `${name}, rows`, value: large.rows, unit: '' },
        { what: `${name}`, value: large.bytes / 1e6, unit: 'MB' },
        { what: `${name}, with gzip`, value: large.zipped / 1e6, unit: 'MB' },
        { what: `${name} is complete`, value: large.ms, unit: 'ms' },
        { what: `${name}, growth of buckets`, value: large.buckets / small.buckets, unit: '×' },
        { what: `${name}, growth of bytes`, value: large.bytes / small.bytes, unit: '×' },
      ];
    }),
    ...Object.entries(many.writes).flatMap(([what, { rows, wal, received }]) => [
      { what: `${of}: ${what}, rows written`, value: rows, unit: '' },
      { what: `${of}: ${what}, WAL, median`, value: wal / 1e3, unit: 'kB' },
      { what: `${of}: ${what}, sent to each visitor`, value: received / 1e3, unit: 'kB' },
    ]),
    { what: `${of}: replication slots`, value: many.slot.slots, unit: '', goal: { most: 1 } },
    { what: `${of}: WAL that the slot retains after ${3 * WRITES} writes`, value: many.slot.behind / 1e3, unit: 'kB' },
    { what: `${of}: the slot has all writes`, value: many.slot.ms, unit: 'ms' },
    ...LATER.map((count) => ({
      what: `${count.toLocaleString('en')} members, calculated: the whole database`,
      value: (few.bytes + perMember * (count - few.scale.members)) / 1e9,
      unit: 'GB',
    })),
  ];
}

async function measure(say: (line: string) => void, scale: Scale): Promise<Measured> {
  say(`  ${scale.members} members and ${scale.posts} posts are added`);
  const folder = await mkdtemp(join(tmpdir(), 'rangeday-scale-'));
  await copyPreparedDataDir(folder, { seed: true });
  const counts = ['--members', String(scale.members), '--posts', String(scale.posts)];
  await promisify(execFile)(process.execPath, [CLI, 'seed', '--data-dir', folder, ...counts]);
  const backend = await Backend.startOn(folder);
  const db = new Client({ connectionString: backend.addresses.DATABASE_URL });
  try {
    await db.connect();
    await db.query('update private.rate_limits set max_count = 1000000');
    const { rows: demo } = await db.query<{ id: string }>("select id from profiles where username = 'sam_weller'");
    const author = demo[0]?.id ?? '';
    const token = await memberToken(db, backend, author);
    const visitor = await visitorToken(backend);
    say('  sizes, devices and writes are measured');
    const kinds = await measureKinds(db);
    const bytes = await databaseBytes(db);
    // Twice: the first device loads the buckets into the memory of the sync server.
    await firstSync(backend, visitor);
    const devices = { visitor: await firstSync(backend, visitor), member: await firstSync(backend, token) };
    const writes = await measureWrites(db, backend, { author, token, visitor });
    return { scale, bytes, kinds, devices, writes, slot: await measureSlot(db) };
  } finally {
    await db.end().catch(() => {});
    await backend.dispose();
  }
}

async function databaseBytes(db: Client): Promise<number> {
  const { rows } = await db.query<{ bytes: string }>('select pg_database_size(current_database()) as bytes');
  return Number(rows[0]?.bytes);
}

async function measureKinds(db: Client): Promise<Measured['kinds']> {
  const measured: [string, { rows: number; bytes: number }][] = [];
  for (const [kind, tables] of Object.entries(KINDS)) {
    let [count, rows, bytes] = [0, 0, 0];
    for (const table of tables) {
      const { rows: answer } = await db.query<{ n: number; bytes: string }>(
        `select count(*)::int as n, pg_total_relation_size('${table}') as bytes from ${table}`,
      );
      count ||= answer[0]?.n ?? 0;
      rows += answer[0]?.n ?? 0;
      bytes += Number(answer[0]?.bytes);
    }
    measured.push([kind, { rows: rows / count, bytes: bytes / count }]);
  }
  return Object.fromEntries(measured) as Measured['kinds'];
}

/** An open stream. Lines are JSON. */
class Stream {
  readonly #ending = new AbortController();
  readonly chunks: Buffer[] = [];
  isComplete = false;
  buckets = 0;
  rows = 0;

  static async open(backend: Backend, token: string): Promise<Stream> {
    const stream = new Stream();
    const answer = await fetch(`${backend.url}/powersync/sync/stream`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Token ${token}` },
      body: JSON.stringify({ buckets: [], include_checksum: true, raw_data: true, client_id: randomUUID() }),
      signal: stream.#ending.signal,
    });
    if (!answer.ok || !answer.body) throw new Error(`A stream was answered ${answer.status}.`);
    void stream.#read(answer.body).catch(() => {});
    while (!stream.isComplete) await pause(2);
    return stream;
  }

  get bytes(): number {
    return this.chunks.reduce((sum, { length }) => sum + length, 0);
  }

  close(): void {
    this.#ending.abort();
  }

  async #read(body: ReadableStream<Uint8Array>): Promise<void> {
    let rest = '';
    const decoder = new TextDecoder();
    for await (const chunk of body) {
      this.chunks.push(Buffer.from(chunk));
      const lines = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter(Boolean)) this.#take(JSON.parse(line) as Line);
    }
  }

  #take({ checkpoint, data, checkpoint_complete: complete }: Line): void {
    if (checkpoint) this.buckets = checkpoint.buckets.length;
    if (data) this.rows += data.data.filter(({ op }) => op === 'PUT').length;
    if (complete) this.isComplete = true;
  }
}

interface Line {
  readonly checkpoint?: { readonly buckets: readonly unknown[] };
  readonly data?: { readonly data: readonly { readonly op: string }[] };
  readonly checkpoint_complete?: object;
}

async function firstSync(backend: Backend, token: string): Promise<Device> {
  const start = performance.now();
  const stream = await Stream.open(backend, token);
  const ms = performance.now() - start;
  stream.close();
  const { buckets, rows, bytes, chunks } = stream;
  return { buckets, rows, bytes, zipped: gzipSync(Buffer.concat(chunks)).length, ms };
}

interface Writing {
  readonly author: string;
  readonly token: string;
  readonly visitor: string;
}

/**
 * What a write costs Postgres, and a visitor whose stream is open. One after the other, and only after the visitor has
 * received the last.
 */
async function measureWrites(db: Client, backend: Backend, by: Writing): Promise<Measured['writes']> {
  const { rows: posts } = await db.query<{ id: string }>(
    `select id from public.posts where audience = 'public' order by created_at desc limit $1`,
    [WRITES],
  );
  const { author } = by;
  const kinds: Record<string, (post: string) => object> = {
    'a public post': () => put('posts', v7(), { title: 'Fog on the line', visibility: 'public' }),
    'a vote on a post of the feed': (post) =>
      put('post_votes', v5(`${post}:${author}`, PAIR_NAMESPACES.post_vote), {
        user_id: author,
        post_id: post,
        value: 1,
      }),
    'a comment on a post of the feed': (post) =>
      put('comments', randomUUID(), { user_id: author, post_id: post, text: 'Well shot.' }),
  };
  const stream = await Stream.open(backend, by.visitor);
  try {
    const measured: Record<string, Write> = {};
    for (const [what, op] of Object.entries(kinds)) {
      const wal: number[] = [];
      const [rowsBefore, bytesBefore] = [await rowsWritten(db), stream.bytes];
      for (const { id } of posts) {
        const before = await walPosition(db);
        await sendOp(backend, by.token, op(id));
        wal.push((await walPosition(db)) - before);
      }
      await caughtUp(db);
      await quiet(stream);
      measured[what] = {
        rows: ((await rowsWritten(db)) - rowsBefore) / posts.length,
        wal: median(wal),
        received: (stream.bytes - bytesBefore) / posts.length,
      };
    }
    return measured;
  } finally {
    stream.close();
  }
}

const put = (table: string, id: string, data: Record<string, unknown>): object => ({ op: 'PUT', table, id, data });

/** Waits until nothing has arrived for a second. */
async function quiet(stream: Stream): Promise<void> {
  for (let before = -1; before !== stream.bytes;) {
    before = stream.bytes;
    await pause(1000);
  }
}

async function walPosition(db: Client): Promise<number> {
  const { rows } = await db.query<{ at: string }>("select pg_current_wal_insert_lsn() - '0/0' as at");
  return Number(rows[0]?.at);
}

async function rowsWritten(db: Client): Promise<number> {
  await db.query('select pg_stat_force_next_flush()');
  // A connection of the API that is idle reports its writes within ten seconds.
  await pause(11_000);
  await db.query('select pg_stat_clear_snapshot()');
  const { rows } = await db.query<{ n: string }>(
    "select sum(n_tup_ins + n_tup_upd + n_tup_del) as n from pg_stat_user_tables where schemaname in ('public', 'private')",
  );
  return Number(rows[0]?.n);
}

/** Writes a row that is synced, and resolves with the milliseconds until the slot has confirmed it and all before. */
async function caughtUp(db: Client): Promise<number> {
  const start = performance.now();
  const target = await walPosition(db);
  await db.query('update public.profile_stats set id = id where id = (select id from public.profile_stats limit 1)');
  for (;;) {
    const { rows } = await db.query<{ at: string }>(
      "select min(confirmed_flush_lsn - '0/0') as at from pg_replication_slots",
    );
    if (Number(rows[0]?.at) > target) return performance.now() - start;
    if (performance.now() - start > 60_000) throw new Error('The slot does not follow.');
    await pause(20);
  }
}

async function measureSlot(db: Client): Promise<Measured['slot']> {
  const { rows } = await db.query<{ slots: number; behind: string }>(
    `select count(*)::int as slots, max(pg_current_wal_lsn() - restart_lsn) as behind from pg_replication_slots`,
  );
  return { slots: rows[0]?.slots ?? 0, behind: Number(rows[0]?.behind), ms: await caughtUp(db) };
}

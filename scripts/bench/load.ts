import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';

import { v5, v7 } from 'uuid';

import { PAIR_NAMESPACES } from '#contract/ids.ts';

import { newMember } from '../../tests/support/as-member.ts';
import { Backend } from '../../tests/support/backend.ts';
import { Client } from 'pg';
import type { ClientsReport } from './load-clients.ts';
import { median, quantile } from './quantile.ts';
import type { Row } from './row.ts';
import { memberToken, sendOp, visitorToken } from './tokens.ts';

const CLIENTS = 2_000;
/** Each has this many of the clients; the other clients are visitors. */
const CLIENTS_PER_WRITER = 10;
const WRITERS = 50;
const SECONDS = 60;
/** What a writer waits after each answer. */
const THINK_MS = 4_000;
/** Streams per process: one process could not read what the server sends to all of them. */
const CLIENTS_PER_PROCESS = 1_000;
const SETTLE_MS = 180_000;
/** From the start of a post's transaction until a device has received its row. */
const LAG_GOAL_MS = 2_000;

interface Writer {
  readonly id: string;
  readonly token: string;
}

interface Written {
  readonly table: 'posts' | 'comments' | 'post_votes';
  readonly id: string;
}

/**
 * Members who write for a minute while many devices have their streams open, on the embedded backend and on one
 * machine. Throws if a write that was answered is missing in Postgres, or a post on a device.
 */
export async function measureLoad(say: (line: string) => void): Promise<Row[]> {
  process.env.RANGEDAY_SYNC_STREAMS = String(CLIENTS + 100);
  const backend = await Backend.start();
  const db = new Client({ connectionString: backend.addresses.DATABASE_URL });
  const clients: ChildProcess[] = [];
  try {
    await db.connect();
    await db.query('update private.rate_limits set max_count = 1000000');
    const writers = await makeWriters(db, backend);
    const { rows: posts } = await db.query<{ id: string }>(
      `select id from public.posts where visibility = 'public' order by created_at desc limit 40`,
    );
    const atStart = await memory(backend.pid);
    say(`  ${CLIENTS} streams are opened`);
    const tokens = await clientTokens(backend, writers);
    const opened: number[] = [];
    for (let from = 0; from < CLIENTS; from += CLIENTS_PER_PROCESS) {
      const child = fork(join(import.meta.dirname, 'load-clients.ts'));
      clients.push(child);
      const answer = await ask(child, { url: backend.url, tokens: tokens.slice(from, from + CLIENTS_PER_PROCESS) });
      if (answer.kind === 'open') opened.push(...answer.ms);
    }
    const withStreams = await memory(backend.pid);
    const before = await bytesOf(clients);

    say(`  ${WRITERS} members write for ${SECONDS} s`);
    const watch = watchMemory(backend.pid);
    const answers: number[] = [];
    const written: Written[] = [];
    const end = performance.now() + SECONDS * 1000;
    let posted = 0;
    await Promise.all(
      writers.map(async (writer, at) => {
        await pause((THINK_MS * at) / WRITERS);
        for (let turn = at; performance.now() < end; turn += 1) {
          const one = write(writer, turn, posts[turn % posts.length]?.id ?? '', () => (posted += 1));
          const start = performance.now();
          await sendOp(backend, writer.token, one.op);
          answers.push(performance.now() - start);
          written.push(one.written);
          await pause(THINK_MS);
        }
      }),
    );

    const sent = (await bytesOf(clients)) - before;
    say(`  ${posted} posts must reach every device`);
    const settledFrom = performance.now();
    await untilAllSeen(clients, posted);
    const settleMs = performance.now() - settledFrom;
    const highest = await watch();
    const lags = await servingLags(db, clients);
    const lost = await lostWrites(db, written);
    if (lost > 0) throw new Error(`${lost} of ${written.length} answered writes are not in Postgres.`);
    const of = `${CLIENTS.toLocaleString('en')} streams, ${WRITERS} writers`;
    const ms = (what: string, values: readonly number[]): Row[] => [
      { what: `${of}: ${what}, median`, value: median(values), unit: 'ms' },
      { what: `${of}: ${what}, p95`, value: quantile(values, 0.95), unit: 'ms' },
    ];
    return [
      { what: `${of}: answered writes`, value: written.length, unit: '' },
      { what: `${of}: lost writes`, value: lost, unit: '', goal: { most: 0 } },
      ...ms('a new device is complete', opened),
      ...ms('a write is answered', answers),
      { what: `${of}: serving lag, median`, value: median(lags), unit: 'ms' },
      { what: `${of}: serving lag, p95`, value: quantile(lags, 0.95), unit: 'ms', goal: { most: LAG_GOAL_MS } },
      { what: `${of}: all devices equal after the last write`, value: settleMs / 1000, unit: 's' },
      { what: `${of}: sent to all devices a second`, value: sent / SECONDS / 1e6, unit: 'MB' },
      { what: `${of}: memory of the backend at the start`, value: atStart, unit: 'MB' },
      { what: `${of}: memory with open streams`, value: withStreams, unit: 'MB' },
      { what: `${of}: highest memory`, value: highest, unit: 'MB' },
    ];
  } finally {
    for (const child of clients) child.disconnect();
    await db.end().catch(() => {});
    await backend.dispose();
    delete process.env.RANGEDAY_SYNC_STREAMS;
  }
}

async function makeWriters(db: Client, backend: Backend): Promise<Writer[]> {
  const writers: Writer[] = [];
  for (let count = 0; count < WRITERS; count += 1) {
    const id = await newMember(db);
    const token = await memberToken(db, backend, id);
    writers.push({ id, token });
  }
  return writers;
}

/** Members' devices and visitors in turn. */
async function clientTokens(backend: Backend, writers: readonly Writer[]): Promise<string[]> {
  const token = await visitorToken(backend);
  const members = writers.flatMap((writer) => Array<string>(CLIENTS_PER_WRITER).fill(writer.token));
  return Array.from({ length: CLIENTS }, (_, at) => (at % 4 === 0 ? members[at / 4] : undefined) ?? token);
}

/** One post, two comments and two votes in five turns. */
function write(writer: Writer, turn: number, post: string, nextPost: () => number): { op: object; written: Written } {
  const { id: user_id } = writer;
  const [table, id, data] = ((): [Written['table'], string, Record<string, unknown>] => {
    if (turn % 5 === 0) return ['posts', v7(), { title: `Load post ${nextPost()}`, visibility: 'public' }];
    if (turn % 5 < 3) return ['comments', randomUUID(), { user_id, post_id: post, text: 'Well shot.' }];
    const value = turn % 2 === 0 ? 1 : -1;
    return ['post_votes', v5(`${post}:${user_id}`, PAIR_NAMESPACES.post_vote), { user_id, post_id: post, value }];
  })();
  return { op: { op: 'PUT', table, id, data }, written: { table, id } };
}

async function lostWrites(db: Client, written: readonly Written[]): Promise<number> {
  let lost = 0;
  for (const [table, some] of Map.groupBy(written, (one) => one.table)) {
    const ids = new Set(some.map(({ id }) => id));
    const { rows } = await db.query<{ n: number }>(
      `select count(*)::int as n from public.${table} where id::text = any($1)`,
      [[...ids]],
    );
    lost += ids.size - (rows[0]?.n ?? 0);
  }
  return lost;
}

async function untilAllSeen(clients: readonly ChildProcess[], posts: number): Promise<void> {
  const end = performance.now() + SETTLE_MS;
  for (;;) {
    const states = await Promise.all(clients.map((child) => ask(child, 'state')));
    const streams = states.flatMap((state) => (state.kind === 'state' ? [state] : []));
    if (streams.every(({ seen }) => seen.every(([count]) => count === posts))) return;
    const seen = streams.map((one) => `${JSON.stringify(one.seen)}, ${one.ended} ended`).join();
    if (performance.now() > end) throw new Error(`Not every device has all ${posts} posts: [posts, devices] ${seen}`);
    await pause(250);
  }
}

/** Milliseconds for each post and device, from the begin of its transaction, because its end is not recorded. */
async function servingLags(db: Client, clients: readonly ChildProcess[]): Promise<number[]> {
  const { rows } = await db.query<{ number: string; at: string }>(
    `select substring(title from 'Load post (\\d+)') as number, extract(epoch from created_at) * 1000 as at
       from public.posts where title like 'Load post %'`,
  );
  const began = new Map(rows.map(({ number, at }) => [number, Number(at)]));
  const answers = await Promise.all(clients.map((child) => ask(child, 'arrivals')));
  return answers.flatMap((answer) =>
    answer.kind === 'arrivals'
      ? Object.entries(answer.at).flatMap(([number, at]) => at.map((time) => time - (began.get(number) ?? Number.NaN)))
      : [],
  );
}

async function bytesOf(clients: readonly ChildProcess[]): Promise<number> {
  const states = await Promise.all(clients.map((child) => ask(child, 'bytes')));
  return states.reduce((sum, state) => sum + (state.kind === 'state' ? state.bytes : 0), 0);
}

async function ask(child: ChildProcess, message: object | string): Promise<ClientsReport> {
  const ended = new AbortController();
  const answer = once(child, 'message', { signal: ended.signal });
  const exit = once(child, 'exit', { signal: ended.signal }).then(() => {
    throw new Error('The process of the clients ended.');
  });
  child.send(message);
  try {
    const [report] = (await Promise.race([answer, exit])) as [ClientsReport];
    return report;
  } finally {
    ended.abort();
    answer.catch(() => {});
    exit.catch(() => {});
  }
}

/** Resident megabytes. */
async function memory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1000;
}

/** Looks every second; the returned function ends it and resolves with the highest value. */
function watchMemory(pid: number): () => Promise<number> {
  let highest = 0;
  const look = async (): Promise<void> => {
    highest = Math.max(highest, await memory(pid));
  };
  const timer = setInterval(() => void look().catch(() => {}), 1000);
  return async () => {
    clearInterval(timer);
    await look();
    return highest;
  };
}

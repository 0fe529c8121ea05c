import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { freshEmail, isHosted, openProject, PASSWORD } from './support/backend.ts';
import type { Project } from './support/backend.ts';

// How the embedded Data API shares its connections to the database, and what it answers when one fails for a moment.
const TABLES = `
  create table public.notes (id uuid primary key default gen_random_uuid(), body text);
  create function public.who() returns text language sql as $$ select current_user::text $$;
  create function public.wait_for_test() returns boolean language sql as $$ select pg_advisory_xact_lock_shared(29) is not null $$;
  create policy slow on storage.objects for select to anon, authenticated using (bucket_id <> 'slow' or public.wait_for_test());
`;

let project: Project;
beforeAll(async () => {
  if (!isHosted) project = await openProject(TABLES);
});
afterAll(async () => {
  await project?.stop();
});

/** Runs `work` while everything that calls wait_for_test waits. */
async function whileSlow(work: (waiting: () => Promise<number>) => Promise<void>): Promise<void> {
  const { db } = project.embedded!;
  const waiting = async (): Promise<number> => {
    const { rows } = await db.query<{ count: number }>(
      "select count(*)::int from pg_locks where locktype = 'advisory' and objid = 29 and not granted",
    );
    return rows[0]?.count ?? 0;
  };
  await db.query('select pg_advisory_lock(29)');
  try {
    await work(waiting);
  } finally {
    await db.query('select pg_advisory_unlock(29)');
  }
}

describe.skipIf(isHosted)('errors that pass', () => {
  const refuse = (table: string, state: string) => `
    create or replace function public.fault() returns trigger language plpgsql as $$
      begin raise exception 'passing' using errcode = '${state}'; end $$;
    create trigger aa_fault before insert on ${table} for each row execute function public.fault()`;

  test.each([
    ['40P01', 503],
    ['40001', 503],
    ['55P03', 503],
    ['53300', 503],
    // Control: an error that stays.
    ['XX000', 500],
  ])('SQLSTATE %s is status %i from Auth, Storage and REST', async (state, status) => {
    const { db } = project.embedded!;
    const { client } = await project.member();
    await project.admin.storage.createBucket('passing');
    for (const table of ['auth.users', 'storage.objects', 'public.notes']) await db.query(refuse(table, state));
    const made = await project.admin.auth.admin.createUser({ email: freshEmail(), password: PASSWORD });
    const headers = { apikey: project.anonKey, authorization: `Bearer ${project.embedded!.serviceRoleKey}` };
    const stored = await fetch(`${project.url}/storage/v1/object/passing/a.txt`, {
      method: 'POST',
      headers,
      body: 'a',
    });
    const noted = await client.from('notes').insert({ body: 'a' });
    for (const table of ['auth.users', 'storage.objects', 'public.notes'])
      await db.query(`drop trigger aa_fault on ${table}`);
    expect([made.error?.status, stored.status, noted.status]).toEqual([status, status, status]);
    expect(noted.error?.code).toBe(state);
  });

  test('a connection that Postgres ends in the middle of a call is 503, and the next call works', async () => {
    const { client } = await project.member();
    let lost: Promise<{ status: number; error: { code: string } | null }> | undefined;
    await whileSlow(async (waiting) => {
      lost = Promise.resolve(client.rpc('wait_for_test').then((answer) => answer));
      await expect.poll(waiting).toBe(1);
      await project.embedded?.db.query(
        "select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = 29 and not granted",
      );
      const { status, error } = await lost;
      expect(status).toBe(503);
      expect(error?.code).toMatch(/^(?:57P01|PGRST001)$/);
    });
    expect((await client.from('notes').select('id').limit(1)).status).toBe(200);
  });
});

/** Sends the path as it is; fetch would resolve it. */
const sendRaw = (path: string, headers: Record<string, string>, localAddress?: string, body?: string) =>
  new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
    const { port } = new URL(project.url);
    const method = body === undefined ? 'GET' : 'POST';
    const target = { hostname: '127.0.0.1', port, path, headers, method, agent: false };
    request({ ...target, ...(localAddress && { localAddress }) }, (answer) => {
      text(answer).then((got) => resolve({ status: answer.statusCode, body: got }), reject);
    })
      .on('error', reject)
      .end(body);
  });

describe.skipIf(isHosted)('connections', () => {
  const READ = '/rest/v1/rpc/wait_for_test';
  const key = () => ({ apikey: project.anonKey });
  test('twelve slow reads of a visitor delay neither a member, nor a visitor of another address, nor the service', async () => {
    const { client } = await project.member();
    const done: string[] = [];
    let slow: Promise<unknown>[] = [];
    await whileSlow(async (waiting) => {
      slow = Array.from({ length: 12 }, () => sendRaw(READ, key()).then(() => done.push('slow')));
      await expect.poll(waiting).toBe(3);
      expect((await client.from('notes').select('id').limit(1)).error).toBeNull();
      expect((await sendRaw('/rest/v1/notes?select=id&limit=1', key(), '127.0.0.9')).status).toBe(200);
      expect((await project.admin.rpc('who')).error).toBeNull();
      done.push('others');
      expect(await waiting()).toBe(3);
    });
    await Promise.all(slow);
    expect(done).toEqual(['others', ...Array.from({ length: 12 }, () => 'slow')]);
  });

  test('slow reads of many visitors leave connections for members', async () => {
    const { client } = await project.member();
    let slow: Promise<{ status: number | undefined }>[] = [];
    await whileSlow(async (waiting) => {
      slow = Array.from({ length: 12 }, (_, n) => sendRaw(READ, key(), `127.0.1.${1 + (n % 4)}`));
      await expect.poll(waiting).toBe(6);
      expect((await client.from('notes').select('id').limit(1)).error).toBeNull();
      expect(await waiting()).toBe(6);
    });
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('slow calls of one member do not delay another member', async () => {
    const [one, two] = [await project.member(), await project.member()];
    let slow: PromiseLike<{ status: number }>[] = [];
    await whileSlow(async (waiting) => {
      slow = Array.from({ length: 12 }, () => one.client.rpc('wait_for_test').then((answer) => answer));
      await expect.poll(waiting).toBe(3);
      expect((await two.client.from('notes').select('id').limit(1)).error).toBeNull();
      expect(await waiting()).toBe(3);
    });
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('slow lists of many visitors leave connections of storage for pictures', async () => {
    const { client } = await project.member();
    for (const bucket of ['slow', 'quick']) {
      await project.admin.storage.createBucket(bucket);
      await project.admin.storage.from(bucket).upload('a.txt', 'a');
    }
    const list = (localAddress: string) =>
      sendRaw(
        '/storage/v1/object/list/slow',
        { ...key(), 'content-type': 'application/json' },
        localAddress,
        '{"prefix":""}',
      );
    let slow: Promise<{ status: number | undefined }>[] = [];
    await whileSlow(async (waiting) => {
      slow = Array.from({ length: 12 }, (_, n) => list(`127.0.1.${1 + (n % 4)}`));
      await expect.poll(waiting).toBe(1);
      expect((await client.storage.from('quick').download('a.txt')).error).toBeNull();
      expect((await sendRaw('/storage/v1/object/authenticated/quick/a.txt', key())).status).toBe(200);
      expect(await waiting()).toBe(1);
    });
    expect((await Promise.all(slow)).map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200));
  });

  test('an origin with more calls than may wait is told to slow down, and its others are answered', async () => {
    let calls: Promise<{ status: number | undefined; body: string }>[] = [];
    await whileSlow(async (waiting) => {
      calls = Array.from({ length: 66 }, () => sendRaw(READ, key()));
      await expect.poll(waiting).toBe(3);
      const first = await Promise.race(calls);
      expect([first.status, JSON.parse(first.body)]).toEqual([429, expect.objectContaining({ code: 'PGRST003' })]);
    });
    const statuses = (await Promise.all(calls)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(3);
    expect(statuses.filter((status) => status === 200)).toHaveLength(63);
  });
});

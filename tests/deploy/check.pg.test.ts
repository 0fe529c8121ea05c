import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { isBuilt } from '../../scripts/build.ts';
import { checkInstallation } from '../../scripts/check/run.ts';
import { signIn } from '../support/api.ts';
import { Backend } from '../support/backend.ts';
import { register } from '../support/member.ts';

/** In a process of its own, because vitest's NODE_ENV would make a build for development. */
async function buildWhenStale(): Promise<void> {
  if (await isBuilt()) return;
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['scripts/build.ts'], { env });
}

/** A member with a picture in a public bucket. */
async function addPicture(backend: Backend): Promise<void> {
  const { access_token, user } = await signIn(backend, await register(backend));
  const path = `public-media/${user.id}/portrait.png`;
  const { SUPABASE_ANON_KEY: apikey } = backend.addresses;
  const stored = await fetch(`${backend.url}/storage/v1/object/${path}`, {
    method: 'POST',
    headers: { apikey, authorization: `Bearer ${access_token}`, 'content-type': 'image/png' },
    body: await readFile('public/icons/icon-192.png'),
  });
  expect(stored.status, await stored.text()).toBe(200);
  const url = `/storage/v1/object/public/${path}`;
  await backend.query('update public.profiles set profile_image_url = $1 where id = $2', [url, user.id]);
}

describe('npm run check', () => {
  let backend: Backend;
  beforeAll(async () => {
    await buildWhenStale();
    backend = await Backend.start();
    await addPicture(backend);
  });
  afterAll(() => backend.dispose());

  async function check(serviceKey?: string): Promise<{ failures: number; lines: string[] }> {
    const lines: string[] = [];
    const out = (line: string) => lines.push(line);
    // Browsers only where everything runs: they take the most time.
    const failures = await checkInstallation({ url: backend.url, serviceKey, browsers: serviceKey !== undefined, out });
    return { failures, lines };
  }

  /** Rows of what members and their devices write. */
  const count = () => {
    const tables = [
      'auth.users',
      'auth.sessions',
      'public.posts',
      'public.comments',
      'public.post_votes',
      'storage.objects',
      'storage.buckets',
    ];
    return backend.query(
      tables.map((table) => `select '${table}' as name, count(*) from ${table}`).join(' union all '),
    );
  };

  // Two pairs of browsers, and a run of tests/contract-backend: the limit of a step, in the check, reports what was
  // slow.
  it('finds everything in order, and leaves no rows when it writes', { timeout: 600_000 }, async () => {
    const before = await count();
    const { failures, lines } = await check(backend.addresses.SUPABASE_SERVICE_ROLE_KEY);
    expect(failures, lines.join('\n')).toBe(0);
    const table = lines.join('\n');
    expect(table).toMatch(/^write +ok +signed up/m);
    expect(table).toMatch(/^serving lag +ok +\d+ ms median, \d+ ms p95 from the answer of a post/m);
    expect(table).toMatch(/^replication +ok +\d+ kB/m);
    expect(table).toMatch(/^storage +ok +private buckets are closed; public files have nosniff/m);
    expect(table).toMatch(/^browsers +ok +feed, service worker and opening offline/m);
    expect(table).toMatch(/^browsers write +ok +a post, a comment and a deletion/m);
    expect(table).toMatch(/^contract +ok +\d+ tests passed/m);
    expect(await count()).toEqual(before);
  });

  it('names the part that is wrong, and writes nothing unless it is told to', async () => {
    const before = await count();
    // A migration that forgot a policy, as an example.
    await backend.query('grant select on public.private_messages to anon');
    const { failures, lines } = await check();
    expect(failures).toBe(1);
    expect(await count()).toEqual(before);
    expect(lines.join('\n')).not.toContain('--write');
    expect(lines.join('\n')).toMatch(/^REST: private rows +failed +private_messages/m);
  });

  it('/health reports every part', async () => {
    const response = await fetch(`${backend.url}/health`);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      status: 'ok',
      parts: { database: 'ok', auth: 'ok', storage: 'ok', sync: 'ok', replication: 'ok' },
      sync_lag: {
        bytes: expect.any(Number),
        seconds: expect.any(Number),
        checkpoint_age_seconds: expect.any(Number),
      },
    });
  });

  it('/health is 503 while the database does not answer', async () => {
    const login = (right: string) => backend.query(`alter role rangeday_data_api ${right}`);
    const health = async () => (await fetch(`${backend.url}/health`)).status;
    await login('nologin');
    await backend.query(`select pg_terminate_backend(pid) from pg_stat_activity where usename = 'rangeday_data_api'`);
    await expect.poll(health).toBe(503);
    await login('login');
    await expect.poll(health).toBe(200);
  });
});

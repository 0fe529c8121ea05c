import { request } from 'node:http';
import { text } from 'node:stream/consumers';

import { SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { isHosted, openProject } from './support/backend.ts';
import type { Project } from './support/backend.ts';

// A hosted project has none of these tables, so most of this suite is about the embedded one; the last block is about
// both.
// oxlint-disable-next-line rangeday/no-sleep -- slow requests, which take turns, are what is tested
const TABLES = `
  create table public.notes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null default auth.uid(),
    body text not null check (length(body) < 20),
    meta jsonb, plain json,
    at timestamptz not null default '2026-11-21 00:38:09.123456+00', day date default '2026-11-21', size bigint default 5
  );
  alter table public.notes enable row level security;
  create policy own on public.notes for all to authenticated using (user_id = (select auth.uid())) with check (user_id = (select auth.uid()));
  create table public.tags (id int primary key, note_id uuid references public.notes (id));
  create table public.hidden (id int);
  revoke all on public.hidden from anon, authenticated;
  create table public.readable (id int);
  revoke insert, update, delete, truncate on public.readable from anon, authenticated;
  create function public.slow(seconds float) returns text language sql as $$ select pg_sleep(seconds)::text $$;
  create function public.refuse(state text) returns void language plpgsql as $$
    begin raise exception 'refused' using errcode = state, detail = 'why', hint = 'how'; end $$;
  create function public.who() returns jsonb language sql as $$
    select jsonb_build_object('user', current_user, 'uid', auth.uid(), 'role', auth.role(), 'email', auth.email(), 'sub', auth.jwt() ->> 'sub',
      'session', auth.jwt() ->> 'session_id', 'ip', current_setting('request.headers', true)::jsonb ->> 'x-forwarded-for',
      'agent', current_setting('request.headers', true)::jsonb ->> 'user-agent', 'key', current_setting('request.headers', true)::jsonb ->> 'apikey') $$;
  create function public.escape_role() returns text language plpgsql as $$
    begin execute 'reset role'; return current_user || ' ' || (select rolsuper or rolbypassrls from pg_roles where rolname = current_user); end $$;
  create function public.kind(value jsonb) returns text language sql as $$ select jsonb_typeof(value) $$;
  create function public.apply_crud(batch jsonb) returns jsonb language sql as $$ select batch $$;
  create view public.note_uids with (security_invoker) as select current_setting('request.headers', true)::jsonb ->> 'x-forwarded-for' as ip;
`;

let project: Project;
beforeAll(async () => {
  project = await openProject(TABLES);
});
afterAll(async () => {
  await project.stop();
});

const token = (secret: string, claims: Record<string, unknown>, expires: string | number = '1h') =>
  new SignJWT(claims)
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime(expires)
    .sign(new TextEncoder().encode(secret));

const get = (path: string, headers: Record<string, string>) => fetch(`${project.url}/rest/v1${path}`, { headers });

describe.skipIf(isHosted)('grants and roles', () => {
  test('the embedded REST API does not restore revoked grants', async () => {
    const { client } = await project.member();
    await client.from('notes').select();
    expect((await client.from('hidden').select()).error).toMatchObject({ code: '42501' });
    expect((await client.from('readable').select()).error).toBeNull();
    const refused = await client.from('readable').insert({ id: 1 });
    expect([refused.status, refused.error?.code]).toEqual([403, '42501']);
    const anonymous = await project.client().from('hidden').select();
    expect([anonymous.status, anonymous.error?.code]).toEqual([401, '42501']);
  });

  test('returns only rows that the policies allow', async () => {
    const [one, two] = [await project.member(), await project.member()];
    expect((await one.client.from('notes').insert({ body: 'mine' })).error).toBeNull();
    expect((await one.client.from('notes').select('body')).data).toEqual([{ body: 'mine' }]);
    expect((await two.client.from('notes').select('body')).data).toEqual([]);
    const forged = await two.client.from('notes').insert({ body: 'forged', user_id: one.id });
    expect([forged.status, forged.error?.code]).toEqual([403, '42501']);
    expect((await project.client().from('notes').select()).data).toEqual([]);
    expect((await project.admin.from('notes').select('body').eq('user_id', one.id)).data).toEqual([{ body: 'mine' }]);
  });

  test('functions and views can read the caller, the address and the headers, but no key', async () => {
    const { client, id, email } = await project.member();
    const { data } = await client.rpc('who');
    expect(data).toMatchObject({ user: 'authenticated', uid: id, role: 'authenticated', email, sub: id, key: null });
    expect((data as { ip: string }).ip).toMatch(/^(127\.|::1)/);
    expect((data as { session: string }).session).toBeTruthy();
    expect((await client.from('note_uids').select('ip').single()).data).toEqual({ ip: (data as { ip: string }).ip });
    expect((await project.client().rpc('who')).data).toMatchObject({ user: 'anon', uid: null, role: 'anon' });
    expect((await project.admin.rpc('who')).data).toMatchObject({
      user: 'service_role',
      uid: null,
      role: 'service_role',
    });
  });

  test('`reset role` inside a function gains no rights', async () => {
    const { client } = await project.member();
    expect((await client.rpc('escape_role')).data).toBe('rangeday_data_api false');
  });

  test('A36: other schemas are not exposed', async () => {
    for (const schema of ['auth', 'storage', 'extensions', 'pg_catalog']) {
      const answer = await project.admin.schema(schema).from('users').select();
      expect([answer.status, answer.error?.code]).toEqual([406, 'PGRST106']);
    }
  });
});

describe.skipIf(isHosted)('values', () => {
  test.each([
    ['object', { a: [1, { b: 'c' }] }],
    ['array', [1, 'two', null]],
    ['string', 'bare'],
    ['string', '{"looks": "like json"}'],
    ['string', '5'],
    ['number', 5],
    ['boolean', false],
  ])('json keeps its kind: %s %j', async (kind, value) => {
    const { client } = await project.member();
    const made = await client
      .from('notes')
      .insert({ body: 'json', meta: value, plain: value })
      .select('id, meta, plain')
      .single();
    expect(made.error).toBeNull();
    expect(made.data).toMatchObject({ meta: value, plain: value });
    const changed = await client.from('notes').update({ meta: value }).eq('id', made.data?.id).select('meta').single();
    expect(changed.data).toEqual({ meta: value });
    const stored = await project.embedded?.db.query(
      'select jsonb_typeof(meta) as meta, json_typeof(plain) as plain from notes where id = $1',
      [made.data?.id],
    );
    expect(stored?.rows).toEqual([{ meta: kind, plain: kind }]);
    expect((await client.rpc('kind', { value })).data).toBe(kind);
  });

  test('formats times as PostgREST does', async () => {
    const { client } = await project.member();
    const { data } = await client.from('notes').insert({ body: 'time' }).select('at, day, size').single();
    expect(data).toEqual({ at: '2026-11-21T00:38:09.123456+00:00', day: '2026-11-21', size: 5 });
  });

  test('a write returns the one row that was asked for, also with an embedded relation', async () => {
    const { client } = await project.member();
    const note = { body: 'one' };
    const made = await client.from('notes').insert(note).select('id, body, tags(id)').single();
    expect(made.data).toEqual({ id: expect.any(String), ...note, tags: [] });
    const changed = await client.from('notes').update(note).eq('id', made.data?.id).select('body, tags(id)').single();
    expect(changed.data).toEqual({ ...note, tags: [] });
  });
});

describe.skipIf(isHosted)('errors', () => {
  test.each([
    ['23514', 400],
    ['23505', 409],
    ['23503', 409],
    ['23502', 400],
    ['P0001', 400],
    ['40001', 503],
    ['40P01', 503],
    ['55P03', 503],
    ['57P01', 503],
    ['53300', 503],
    // Not for a passing fault: a client would send the slow query again.
    ['57014', 500],
    ['21000', 500],
    ['22P02', 400],
    ['42501', 403],
    ['PT429', 429],
  ])('SQLSTATE %s is status %i', async (state, status) => {
    const { client } = await project.member();
    const answer = await client.rpc('refuse', { state });
    expect(answer.status).toBe(status);
    expect(answer.error).toMatchObject({ code: state, message: 'refused', details: 'why', hint: 'how' });
  });

  test('errors name the constraint', async () => {
    const { client } = await project.member();
    const long = await client.from('notes').insert({ body: 'x'.repeat(30) });
    expect([long.status, long.error?.code]).toEqual([400, '23514']);
    const missing = await client.from('notes').insert({ meta: 1 });
    expect([missing.status, missing.error?.code]).toEqual([400, '23502']);
    const dangling = await client.from('tags').insert({ id: 1, note_id: crypto.randomUUID() });
    expect([dangling.status, dangling.error?.code]).toEqual([409, '23503']);
  });

  test('reports missing objects and a row count other than one', async () => {
    const { client } = await project.member();
    expect((await client.from('nowhere').select()).error?.code).toBe('PGRST205');
    expect((await client.rpc('nothing')).error?.code).toBe('PGRST202');
    expect((await client.from('notes').select().single()).error?.code).toBe('PGRST116');
    expect((await client.from('notes').select('nothing')).error?.code).toBe('42703');
  });

  test('each role has its statement timeout', { timeout: 30_000 }, async () => {
    const { client } = await project.member();
    // Longer than the limit of guests, shorter than that of members.
    const answered: string[] = [];
    const slow = async (name: string, caller: typeof client, seconds: number) => {
      const { status, error } = await caller.rpc('slow', { seconds });
      answered.push(name);
      return [status, error?.code];
    };
    const [member, guest] = await Promise.all([slow('member', client, 5), slow('guest', project.client(), 20)]);
    expect(guest).toEqual([500, '57014']);
    expect(member).toEqual([200, undefined]);
    expect(answered).toEqual(['guest', 'member']);
    const limits = await project.embedded?.db.query(
      "select unnest(rolconfig) as limit from pg_roles where rolname = 'authenticated'",
    );
    expect(limits?.rows).toEqual([{ limit: 'statement_timeout=8s' }]);
  });

  test('a change or a deletion without a filter is refused, as safeupdate refuses it on a hosted project', async () => {
    const { client, id } = await project.member();
    const body = 'kept';
    expect((await client.from('notes').insert({ body })).error).toBeNull();
    const refused = { code: '21000', message: 'UPDATE requires a WHERE clause' };
    const changes = [
      client.from('notes').update({ body: 'all' }),
      client.from('notes').update({ body: 'all' }).select('id').order('id').limit(1),
      client.from('notes').update({ body: 'all' }).select('id, tags(id)').eq('tags.id', 1),
    ];
    for (const change of changes) {
      const { status, error } = await change;
      expect([status, error]).toEqual([400, expect.objectContaining(refused)]);
    }
    const deleted = await project.admin.from('notes').delete();
    expect([deleted.status, deleted.error?.message]).toEqual([400, 'DELETE requires a WHERE clause']);
    expect((await client.from('notes').select('body')).data).toEqual([{ body }]);
    expect((await client.from('notes').update({ body: 'one' }).eq('user_id', id).select('body')).data).toHaveLength(1);
    expect((await client.from('notes').delete().or(`user_id.eq.${id},body.eq.one`).select('body')).data).toHaveLength(
      1,
    );
  });

  test('rejects writes while the fault switch is on', async () => {
    const { client } = await project.member();
    const own = project.embedded!;
    own.faults.refuseWrites = 503;
    expect((await client.rpc('apply_crud', { batch: {} })).status).toBe(503);
    expect((await client.rpc('who')).status).toBe(200);
    own.faults.refuseWrites = false;
    expect((await client.rpc('apply_crud', { batch: { ok: 1 } })).data).toEqual({ ok: 1 });
  });

  test('answers a body that is too large or malformed with an error', async () => {
    const headers = { apikey: project.anonKey, 'content-type': 'application/json' };
    const post = (body: string) => fetch(`${project.url}/rest/v1/rpc/apply_crud`, { method: 'POST', headers, body });
    expect((await post('{')).status).toBe(400);
    expect((await post(JSON.stringify({ batch: 'x'.repeat(9 * 1024 * 1024) }))).status).toBe(413);
    expect((await post('{"batch":{}}')).status).toBe(200);
  });
});

describe.skipIf(isHosted)('addresses and queries', () => {
  /** Sends the path as it is; fetch would resolve it. */
  const sendRaw = (path: string, headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const { hostname, port } = new URL(project.url);
      request({ hostname, port, path, headers, agent: false }, (answer) => {
        text(answer).then((body) => resolve({ status: answer.statusCode, body }), reject);
      })
        .on('error', reject)
        .end();
    });

  test.each([
    '/rest/v1/../../_system/info',
    '/rest/v1/%2e%2e/.%2E/_system/info',
    '/rest/v1/..\\..\\_system/info',
    '/rest/v1/..%2f..%2f_system/info',
    '/rest/v1/../../_system/config',
    '/rest/v1/../../_system/introspect',
    '/rest/v1/../../_system/ping',
    '/rest/v1/../../auth/v1/settings',
    '/rest/v1/../../',
    '/rest/v1/../..//_system/info',
    '/rest/v1//_system/info',
    '/rest/v1/notes/../../../_system/info',
    '/rest/v1/rpc/../../../_system/info',
    '/rest/v1/notes%2f..%2f..',
    '/rest/v1/%zz',
  ])('%s leads out of the API and is rejected, also with the service key', async (path) => {
    for (const key of [project.anonKey, project.embedded!.serviceRoleKey]) {
      const { status, body } = await sendRaw(path, { apikey: key });
      expect(status).toBe(404);
      expect(JSON.parse(body)).toMatchObject({ code: 'PGRST125' });
    }
    expect((await sendRaw('/rest/v1/notes?select=id', { apikey: project.anonKey })).status).toBe(200);
  });

  test('a response has at most 1,000 rows', async () => {
    await project.embedded?.db.query('insert into public.readable select generate_series(1, 1500)');
    const rows = async (query: string, headers: Record<string, string> = {}) => {
      const answer = await get(`/readable?${query}`, { apikey: project.anonKey, ...headers });
      const ids = ((await answer.json()) as { id: number }[]).map(({ id }) => id);
      return [ids.length, ids[0], answer.headers.get('content-range')];
    };
    expect((await rows('select=id&order=id'))[0]).toBe(1000);
    for (const limit of ['limit=1200', 'limit=', 'limit=1e9', 'limit=5&limit=1200', 'limit=-1'])
      expect((await rows(`order=id.asc&${limit}`))[0], limit).toBe(1000);
    expect((await rows('order=id&offset=1200')).slice(0, 2)).toEqual([300, 1201]);
    expect((await rows('order=id&limit=5')).slice(0, 2)).toEqual([5, 1]);
    expect((await rows('order=id', { range: '10-19' })).slice(0, 2)).toEqual([10, 11]);
    expect(await rows('order=id', { prefer: 'count=exact' })).toEqual([1000, 1, '0-999/1500']);
    await project.embedded?.db.query('delete from public.readable');
  });

  test('bounds embedded tables and nested conditions; control: ten levels', async () => {
    const levels = (count: number): string =>
      count === 0 ? 'id' : count % 2 ? `id,tags(${levels(count - 1)})` : `id,notes(${levels(count - 1)})`;
    const groups = (count: number): string => (count === 0 ? 'id.gt.0' : `and(${groups(count - 1)})`);
    const status = async (query: string) => (await get(`/notes?${query}`, { apikey: project.anonKey })).status;
    const began = performance.now();
    expect(await status(`select=${levels(10)}`)).toBe(200);
    const allowed = performance.now() - began;
    expect(await status(`select=${levels(11)}`)).toBe(400);
    const wide = Array.from({ length: 10 }, (_, index) => `e${index}:${levels(8).slice(3)}`);
    const startedAt = performance.now();
    expect(await status(`select=${wide.join(',')}`)).toBe(400);
    // Refused before it is planned, however slow the machine.
    expect(performance.now() - startedAt).toBeLessThan(Math.max(500, 5 * allowed));
    expect(await status(`select=id&body=like.*((((((((((((((*`)).toBe(200);
    expect(await status(`select=id&tags.or=(${groups(12)})`)).toBe(400);
    expect(await status(`select=id&not.and=(${'('.repeat(8000)}`)).toBe(400);
  });
});

describe('keys and tokens', () => {
  test('rejects requests without a key', async () => {
    expect((await get('/', {})).status).toBe(401);
    expect((await get('/', { apikey: 'sb_publishable_other' })).status).toBe(401);
  });

  test('rejects a token with another signature', async () => {
    const guest = await token('a secret of the guests, not of this', { sub: 'guest', role: 'authenticated' });
    const answer = await get('/anything', { apikey: project.anonKey, authorization: `Bearer ${guest}` });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([401, 'PGRST301']);
  });

  test.skipIf(isHosted)('rejects tokens that are expired, unsigned or for other roles', async () => {
    const secret = project.embedded!.jwtSecret;
    const sub = crypto.randomUUID();
    const request = async (bearer: string) => {
      const answer = await get('/notes', { apikey: project.anonKey, authorization: `Bearer ${bearer}` });
      const { code, message } = (await answer.json()) as { code: string; message: string };
      return [answer.status, code, message];
    };
    const old = await token(secret, { sub, role: 'authenticated' }, Math.floor(Date.now() / 1000) - 60);
    expect(await request(old)).toEqual([401, 'PGRST303', 'JWT expired']);
    const unsigned = `${btoa('{"alg":"none"}')}.${btoa(JSON.stringify({ sub, role: 'service_role' }))}.`.replaceAll(
      '=',
      '',
    );
    expect((await request(unsigned)).slice(0, 2)).toEqual([401, 'PGRST301']);
    for (const role of ['postgres', 'supabase_admin', 'rangeday_data_api']) {
      expect((await request(await token(secret, { sub, role }))).slice(0, 2)).toEqual([401, 'PGRST301']);
    }
  });

  test.skipIf(isHosted)('accepts legacy keys, which are JWTs of the secret', async () => {
    const key = await token(project.embedded!.jwtSecret, { role: 'anon' });
    expect((await get('/notes', { apikey: key })).status).toBe(200);
  });

  test('allows browsers of any origin', async () => {
    const answer = await fetch(`${project.url}/rest/v1/notes`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://elsewhere.example',
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'apikey,prefer',
      },
    });
    expect(answer.ok).toBe(true);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(answer.headers.get('access-control-allow-headers')).toContain('prefer');
  });
});

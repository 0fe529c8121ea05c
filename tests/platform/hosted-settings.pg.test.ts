import { createClient } from '@supabase/supabase-js';
import { SignJWT } from 'jose';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { migrate } from '../../local/migrations/migrate.ts';
import { writesWithoutWhere } from '../../local/migrations/writes-without-where.ts';
import { startTestBackend } from '../support/test-backend.ts';
import type { TestBackend } from '../support/test-backend.ts';

// What a hosted project sets for its roles, in the embedded backend with our migrations:
// docs/decisions/027-settings-of-supabase.md.
let backend: TestBackend;
let db: pg.Client;

beforeAll(async () => {
  backend = await startTestBackend();
  await migrate({ databaseUrl: backend.databaseUrl });
  db = new pg.Client({ connectionString: backend.databaseUrl });
  await db.connect();
  await db.query(`create function public.setting(name text) returns text language sql as 'select current_setting(name)';
    grant execute on function public.setting(text) to anon, authenticated, service_role`);
  await backend.rest.reloadSchema();
});
afterAll(async () => {
  await db?.end();
  await backend?.stop();
});

const list = async (sql: string): Promise<string[]> =>
  (await db.query<{ name: string }>(sql)).rows.map((row) => row.name);

describe('safeupdate', () => {
  const DEFINITIONS = `select pg_get_functiondef(p.oid) as name from pg_proc p
    where p.prokind in ('f', 'p') and p.pronamespace::regnamespace::text in ('public', 'private')
      and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')`;

  const faults = async (): Promise<string[]> =>
    (await Promise.all((await list(DEFINITIONS)).map(writesWithoutWhere))).flat();

  test('no function or trigger of the database has an UPDATE or DELETE without WHERE; control: a planted one is found', async () => {
    expect((await list(DEFINITIONS)).length).toBeGreaterThan(200);
    expect(await faults()).toEqual([]);
    await db.query('begin');
    await db.query(
      `create function private.planted() returns trigger language plpgsql as $$ begin delete from public.hashtags; return null; end $$`,
    );
    expect(await faults()).toEqual(['delete from public.hashtags']);
    await db.query('rollback');
  });

  test('rules and materialized views, whose statements are not in a function, do not exist', async () => {
    expect(
      await list(`select c.relname as name from pg_class c where c.relnamespace::regnamespace::text in ('public', 'private')
        and (c.relkind = 'm' or exists (select 1 from pg_rewrite r where r.ev_class = c.oid and r.rulename <> '_RETURN'))`),
    ).toEqual([]);
  });
});

describe('settings of a call over the Data API', () => {
  const client = async (role: 'anon' | 'authenticated' | 'service_role') => {
    const claims = { role, ...(role === 'authenticated' && { sub: crypto.randomUUID() }) };
    const token = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(backend.jwtSecret));
    return createClient(backend.url, token, { auth: { persistSession: false, autoRefreshToken: false } });
  };

  test.each([
    ['anon', 'statement_timeout', '3s'],
    ['authenticated', 'statement_timeout', '8s'],
    // It has none of its own, so that of the log-in holds: jobs, too, end after eight seconds.
    ['service_role', 'statement_timeout', '8s'],
    ['anon', 'lock_timeout', '8s'],
    ['authenticated', 'lock_timeout', '8s'],
    ['service_role', 'lock_timeout', '8s'],
    ['anon', 'search_path', 'public, extensions'],
    ['authenticated', 'row_security', 'on'],
  ] as const)('%s has %s %s', async (role, name, value) => {
    expect(await (await client(role)).rpc('setting', { name })).toMatchObject({ error: null, data: value });
  });

  test('service_role has no limits of its own; both log-ins have those of Supabase’s authenticator', async () => {
    const of = (role: string) =>
      list(`select unnest(rolconfig) as name from pg_roles where rolname = '${role}' order by 1`);
    expect(await of('anon')).toEqual(['statement_timeout=3s']);
    expect(await of('authenticated')).toEqual(['statement_timeout=8s']);
    expect(await of('service_role')).toEqual([]);
    for (const login of ['authenticator', 'rangeday_data_api'])
      expect(await of(login)).toEqual(['lock_timeout=8s', 'statement_timeout=8s']);
  });

  test('no function raises its own limits, which PostgREST would apply and the embedded API would not', async () => {
    expect(
      await list(`select p.proname as name from pg_proc p, unnest(p.proconfig) c
        where p.pronamespace::regnamespace::text in ('public', 'private') and c not like 'search_path=%'`),
    ).toEqual([]);
  });
});

describe('db-pre-request, which a hosted project gets (docs/deploy.md)', () => {
  /** A request that is running: its transaction stays open until `end`. */
  async function begin(role: 'anon' | 'authenticated' | 'service_role', who: string) {
    const client = new pg.Client({ connectionString: backend.databaseUrl });
    await client.connect();
    const end = () => client.end();
    try {
      await client.query('begin read only');
      await client.query(
        "select set_config('role', $1, true), set_config('request.jwt.claims', $2, true), set_config('request.headers', $3, true)",
        role === 'authenticated'
          ? [role, JSON.stringify({ role, sub: who }), '{}']
          : [role, JSON.stringify({ role }), JSON.stringify({ 'x-forwarded-for': `198.51.100.1, ${who}` })],
      );
      await client.query('select private.check_request()');
      return { code: undefined, end };
    } catch (error) {
      return { code: (error as pg.DatabaseError).code, end };
    }
  }

  test('refuses the fourth call of an address and the seventh of a member that run at once, and no others', async () => {
    const [one, two] = [crypto.randomUUID(), crypto.randomUUID()];
    const calls: Awaited<ReturnType<typeof begin>>[] = [];
    const run = async (...[role, who]: Parameters<typeof begin>) => {
      const call = await begin(role, who);
      calls.push(call);
      return call.code;
    };
    for (let n = 0; n < 3; n++) expect(await run('anon', '203.0.113.5')).toBeUndefined();
    expect(await run('anon', '203.0.113.5')).toBe('PT429');
    // The /64 network of an IPv6 address is one visitor.
    for (let n = 0; n < 3; n++) expect(await run('anon', `2001:db8::${n}`)).toBeUndefined();
    expect(await run('anon', '2001:db8::9')).toBe('PT429');
    expect(await run('anon', '203.0.113.6')).toBeUndefined();
    for (let n = 0; n < 6; n++) expect(await run('authenticated', one)).toBeUndefined();
    expect(await run('authenticated', one)).toBe('PT429');
    expect(await run('authenticated', two)).toBeUndefined();
    for (let n = 0; n < 7; n++) expect(await run('service_role', '203.0.113.5')).toBeUndefined();
    await calls[0]?.end();
    await expect.poll(() => run('anon', '203.0.113.5')).toBeUndefined();
    await Promise.all(calls.map((call) => call.end()));
  });
});

describe('roles', () => {
  test('have the attributes of a hosted project, and the log-in of the API has no rights of its own', async () => {
    const { rows } = await db.query(
      `select rolname as name, rolsuper as super, rolbypassrls as bypass, rolcreaterole as create from pg_roles
       where rolname in ('anon', 'authenticated', 'service_role', 'authenticator', 'rangeday_data_api') order by 1`,
    );
    const plain = { super: false, bypass: false, create: false };
    expect(rows).toEqual([
      { name: 'anon', ...plain },
      { name: 'authenticated', ...plain },
      { name: 'authenticator', ...plain },
      { name: 'rangeday_data_api', ...plain },
      { name: 'service_role', ...plain, bypass: true },
    ]);
  });

  test('a transaction of Auth that stays idle ends after a minute, and runs with the rights of its role', async () => {
    await db.query(`create table public.seen (role text, patience text);
      create function public.see() returns trigger language plpgsql as $$ begin
        insert into public.seen values (current_user, current_setting('idle_in_transaction_session_timeout')); return new; end $$;
      grant insert on public.seen to supabase_auth_admin;
      create trigger zz_see before insert on auth.users for each row execute function public.see()`);
    const admin = createClient(backend.url, backend.serviceRoleKey).auth.admin;
    const made = await admin.createUser({ email: 'settings@rangeday.example', password: 'walnut-tree-42!' });
    expect(made.error).toBeNull();
    expect((await db.query('select * from public.seen')).rows).toEqual([
      { role: 'supabase_auth_admin', patience: '1min' },
    ]);
    await db.query('drop trigger zz_see on auth.users; drop function public.see; drop table public.seen');
  });

  test('extensions are in the schema extensions', async () => {
    expect(
      await list(
        "select extname as name from pg_extension where extnamespace::regnamespace::text <> 'extensions' order by 1",
      ),
    ).toEqual(['plpgsql']);
  });

  test('a new table gives rights to the service only: the migrations take Supabase’s default grants back', async () => {
    await db.query('begin; create table public.fresh (id integer)');
    const granted = await list(
      "select grantee || ' ' || privilege_type as name from information_schema.table_privileges where table_name = 'fresh' and privilege_type = 'TRUNCATE' order by 1",
    );
    await db.query('rollback');
    expect(granted).toEqual(['postgres TRUNCATE', 'service_role TRUNCATE']);
  });
});

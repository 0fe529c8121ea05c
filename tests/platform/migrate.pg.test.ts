import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { migrate } from '../../local/migrations/migrate.ts';
import { TestPostgres } from '../support/test-postgres.ts';
import { temporaryFolder } from './support/program.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let postgres: TestPostgres;
let databaseUrl: string;
let db: pg.Client;
let migrations: string;

beforeAll(async () => {
  folder = await temporaryFolder();
  postgres = await TestPostgres.start();
  databaseUrl = postgres.url('postgres');
  db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
});
afterAll(async () => {
  await db.end();
  await postgres.destroy();
  await folder.remove();
});
beforeEach(async () => {
  await db.query('drop schema if exists supabase_migrations cascade; drop table if exists public.a, public.b');
  migrations = join(folder.path, 'migrations');
  await rm(migrations, { recursive: true, force: true });
  await mkdir(migrations);
});

const write = (name: string, sql: string): Promise<void> => writeFile(join(migrations, name), sql);
const apply = (): Promise<string[]> => migrate({ databaseUrl }, migrations);

const FIRST = '20260101000000_a_create.sql';
const SECOND = '20260102000000_b_create.sql';

describe('migrate', () => {
  it('applies each migration once, in order, and records version, name and statements', async () => {
    await write(SECOND, 'create table public.b (id int references public.a);');
    await write(FIRST, '-- first\ncreate table public.a (id int primary key);\ninsert into public.a values (1);');
    expect(await apply()).toEqual([FIRST, SECOND]);
    expect(await apply()).toEqual([]);
    const { rows } = await db.query('select * from supabase_migrations.schema_migrations order by version');
    expect(rows).toEqual([
      {
        version: '20260101000000',
        name: 'a_create',
        statements: ['-- first\ncreate table public.a (id int primary key)', 'insert into public.a values (1)'],
      },
      {
        version: '20260102000000',
        name: 'b_create',
        statements: ['create table public.b (id int references public.a)'],
      },
    ]);
  });

  it('reports file, line and SQLSTATE of a failure and rolls that file back', async () => {
    await write(FIRST, 'create table public.a (id int);');
    await write(SECOND, 'create table public.b (id int);\n\n-- ü\nselect 1,\n  nothing;\n');
    await expect(apply()).rejects.toThrow(
      `The migration ${SECOND}, line 5 failed: column "nothing" does not exist (42703). Nothing of it was applied.`,
    );
    const { rows } = await db.query(
      "select to_regclass('public.a') is null as a, to_regclass('public.b') is null as b",
    );
    expect(rows).toEqual([{ a: false, b: true }]);
    await write(SECOND, 'create table public.b (id int);');
    expect(await apply()).toEqual([SECOND]);
  });

  it('rejects a file that was changed or removed after it was applied', async () => {
    await write(FIRST, 'create table public.a (id int);');
    await apply();
    await write(FIRST, 'create table public.a (id bigint);');
    await expect(apply()).rejects.toThrow(`The migration ${FIRST} was changed after it had been applied`);
    await write(FIRST, 'create table public.a (id int)\n;\n');
    expect(await apply()).toEqual([]);
    await rm(join(migrations, FIRST));
    await expect(apply()).rejects.toThrow(
      'This database has the migration 20260101000000, which is missing in this checkout.',
    );
  });

  it('rejects invalid file names and duplicate versions', async () => {
    await write('create_a.sql', 'select 1');
    await expect(apply()).rejects.toThrow('create_a.sql is not a migration file name');
    await rm(join(migrations, 'create_a.sql'));
    await write(FIRST, 'select 1');
    await write('20260101000000_b_create.sql', 'select 1');
    await expect(apply()).rejects.toThrow('have the same version');
  });

  it.each([
    [
      'in a trigger',
      `create function f() returns trigger language plpgsql as $$ begin update a set id = 1; return null; end $$`,
    ],
    [
      'in WITH',
      `create function f() returns void language sql as $$ with gone as (delete from a returning id) select $$`,
    ],
    ['in a text that is executed', `do $$ begin execute format('update %I set %s', 'a', 'id = 1'); end $$`],
  ])('rejects an UPDATE or DELETE without WHERE %s, which hosted Supabase would refuse', async (_, sql) => {
    await write(FIRST, `create table public.a (id int);\n\n${sql};`);
    await expect(apply()).rejects.toThrow(`The migration ${FIRST}, line 3, has an UPDATE or DELETE without WHERE`);
    await write(FIRST, 'create table public.a (id int); update public.a set id = 1 where true;');
    expect(await apply()).toEqual([FIRST]);
  });
});

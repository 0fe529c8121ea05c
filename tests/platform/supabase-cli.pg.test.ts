import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { migrate } from '../../local/migrations/migrate.ts';
import { type ScratchDatabase, startEmptyProject } from '../support/scratch-database.ts';

// The Supabase CLI migrates a hosted project as role postgres, which is not a superuser. The CLI is not a dependency,
// because it has no packages for some platforms. The test runs it if it is installed (SUPABASE_CLI or node_modules),
// and always runs our own runner with the same rights and the CLI's history table.
const ROOT = join(import.meta.dirname, '../..');
const FILES = readdirSync(join(ROOT, 'supabase/migrations')).toSorted();
const VERSIONS = FILES.map((file) => file.slice(0, 14));
const INSTALLED = join(ROOT, 'node_modules/.bin/supabase');
const CLI = process.env.SUPABASE_CLI ?? (existsSync(INSTALLED) ? INSTALLED : undefined);

const databases: ScratchDatabase[] = [];
afterAll(() => Promise.all(databases.map((scratch) => scratch.stop())));

/** The URL of an empty project for its owner, role postgres. */
async function emptyProject(): Promise<string> {
  const scratch = await startEmptyProject();
  databases.push(scratch);
  return scratch.url.replace('supabase_admin@', 'postgres@');
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const db = new pg.Client({ connectionString: url });
  await db.connect();
  try {
    return (await db.query<Row>(sql)).rows;
  } finally {
    await db.end();
  }
}

const history = (url: string) =>
  ask<{ version: string; name: string; statements: string[] }>(
    url,
    'select version, name, statements from supabase_migrations.schema_migrations order by version',
  );

/** Every object that the migrations create, one line each. */
const made = async (url: string): Promise<string[]> =>
  (
    await ask<{ line: string }>(
      url,
      `select 'column ' || concat_ws(' ', c.oid::regclass, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull, a.attacl) as line
         from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         where c.relnamespace::regnamespace::text in ('public', 'private')
       union all select concat_ws(' ', 'relation', oid::regclass, relkind, relrowsecurity, relacl) from pg_class
         where relnamespace::regnamespace::text in ('public', 'private')
       union all select concat_ws(' ', 'function', oid::regprocedure, prosecdef, proconfig, md5(prosrc), proacl) from pg_proc
         where pronamespace::regnamespace::text in ('public', 'private')
       union all select concat_ws(' ', 'policy', p.*) from pg_policies p
       union all select concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid), obj_description(oid, 'pg_constraint')) from pg_constraint
         where connamespace::regnamespace::text in ('public', 'private')
       union all select concat_ws(' ', 'trigger', tgrelid::regclass, pg_get_triggerdef(oid)) from pg_trigger where not tgisinternal
       union all select concat_ws(' ', 'published', schemaname, tablename) from pg_publication_tables
       order by 1`,
    )
  ).map((row) => row.line);

let ours: string;
beforeAll(async () => {
  ours = await emptyProject();
  await migrate({ databaseUrl: ours });
});

describe('an empty project, migrated as its role postgres', () => {
  test('applies every migration without a superuser', async () => {
    expect(
      await ask(ours, 'select current_user::text as who, rolsuper from pg_roles where rolname = current_user'),
    ).toEqual([{ who: 'postgres', rolsuper: false }]);
    expect((await made(ours)).length).toBeGreaterThan(500);
  });

  test('writes the history table of the CLI, and a second run applies nothing', async () => {
    const rows = await history(ours);
    expect(rows.map((row) => row.version)).toEqual(VERSIONS);
    expect(rows.map((row) => `${row.version}_${row.name}.sql`)).toEqual(FILES);
    expect(rows.filter((row) => row.statements.length === 0)).toEqual([]);
    expect(await migrate({ databaseUrl: ours })).toEqual([]);
  });
});

describe.runIf(CLI)('the Supabase CLI', () => {
  test('pushes the migrations to an empty project with the same schema, and our runner accepts its history', async () => {
    const theirs = await emptyProject();
    // The CLI writes its state beside the migrations.
    const folder = mkdtempSync(join(tmpdir(), 'rangeday-cli-'));
    for (const part of ['supabase/config.toml', 'supabase/migrations', 'deploy/mail']) {
      cpSync(join(ROOT, part), join(folder, part), { recursive: true });
    }
    const { stdout, stderr } = await promisify(execFile)(CLI ?? '', ['db', 'push', '--remote', theirs, '--yes'], {
      cwd: folder,
      env: { ...process.env, DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' },
    });
    rmSync(folder, { recursive: true });
    expect(`${stdout}${stderr}`).toContain(FILES.at(-1));
    expect((await history(theirs)).map((row) => row.version)).toEqual(VERSIONS);
    expect(await made(theirs)).toEqual(await made(ours));
    expect(await migrate({ databaseUrl: theirs })).toEqual([]);
  });
});

import { execFile } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { startMigratedPostgres } from '../support/scratch-database.ts';
import type { TestPostgres } from '../support/test-postgres.ts';

const DATABASE = 'rangeday';
/** Everything that a restore must bring back besides rows, as one text. */
const CATALOG = `
  select string_agg(line, e'\\n' order by line) as text from (
    select pg_get_functiondef(p.oid) as line from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('public', 'private') and p.prokind = 'f'
    union all select format('%s.%s %s %s %s %s', schemaname, tablename, policyname, roles, qual, with_check) from pg_policies
    union all select pg_get_triggerdef(oid) from pg_trigger where not tgisinternal
    union all select format('%s %s', c.oid::regclass, c.relacl) from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'private')
    union all select format('%s %s', pubname, tablename) from pg_publication_tables) lines`;

/** In order: each step needs the one before. */
describe('backup by WAL archive', () => {
  let postgres: TestPostgres;
  let backups: string;
  let scripts: string;
  let catalog: string;
  let time: string;

  const query = async <Row extends object>(sql: string): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: postgres.url(DATABASE) });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const script = (name: string, ...args: string[]) =>
    promisify(execFile)('/bin/sh', [join(scripts, name), ...args], {
      env: {
        PATH: `${join(scripts, 'bin')}:${process.env['PATH']}`,
        BACKUPS: backups,
        BACKUP_KEEP: '2',
        PGHOST: postgres.directory,
        PGUSER: 'supabase_admin',
        PGDATABASE: DATABASE,
        PGDATA: join(postgres.directory, 'data'),
      },
    });
  const bases = (): string[] => readdirSync(join(backups, 'base')).toSorted();
  const write = (id: string) => query(`insert into public.app_counts (id, value) values ('${id}', 1)`);

  beforeAll(async () => {
    postgres = await startMigratedPostgres((directory) => ({
      archive_mode: 'on',
      archive_command: `BACKUPS=${directory}/backups /bin/sh ${directory}/scripts/archive-wal.sh %p %f`,
    }));
    // The server's user may not be able to read the checkout.
    scripts = join(postgres.directory, 'scripts');
    backups = join(postgres.directory, 'backups');
    cpSync('deploy/backup', scripts, { recursive: true });
    mkdirSync(join(scripts, 'bin'));
    const psql = join(scripts, 'bin', 'psql');
    writeFileSync(psql, `#!/bin/sh\nexec '${process.execPath}' '${resolve('tests/deploy/support/psql.ts')}'\n`);
    chmodSync(psql, 0o755);
    mkdirSync(backups, { recursive: true });
    postgres.own(postgres.directory);
    catalog = (await query<{ text: string }>(CATALOG))[0]?.text ?? '';
  });
  afterAll(() => postgres.destroy());

  it('copies the running database and keeps as many copies as it was told', async () => {
    await write('before the copies');
    const older = ['20260101T000000Z', '20260102T000000Z'];
    for (const name of older) {
      mkdirSync(join(backups, 'base', name), { recursive: true });
      writeFileSync(join(backups, 'base', name, 'first-wal'), `${'0'.repeat(7)}1${'0'.repeat(15)}1\n`);
    }
    await script('base.sh');
    expect(bases()).toHaveLength(2);
    expect(bases()).toContain(older[1]);
    expect(bases()).not.toContain(older[0]);
    expect(readdirSync(join(backups, 'wal')).some((name) => name.endsWith('.gz'))).toBe(true);
  });

  it('brings back rows, functions and policies as they were at a point in time', async () => {
    await write('after the copies');
    time = (await query<{ now: string }>('select clock_timestamp()::text as now'))[0]?.now ?? '';
    await write('the mistake');
    await query('drop table public.posts cascade');
    const [wal] = await query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
    await expect.poll(() => existsSync(join(backups, 'wal', `${wal?.name}.gz`))).toBe(true);

    const data = join(postgres.directory, 'data');
    await postgres.down('SIGQUIT');
    rmSync(data, { recursive: true });
    await script('restore-base.sh', join(backups, 'base', bases().at(-1) ?? ''), data, time);
    postgres.own(data);
    await postgres.up();

    const rows = await query<{ id: string }>("select id from public.app_counts where id <> 'members' order by id");
    expect(rows.map((row) => row.id)).toEqual(['after the copies', 'before the copies']);
    expect((await query<{ text: string }>(CATALOG))[0]?.text).toBe(catalog);
  });

  it('does not write over a database, and not from a folder that is no backup', async () => {
    const base = join(backups, 'base', bases().at(-1) ?? '');
    await expect(script('restore-base.sh', base, join(postgres.directory, 'data'))).rejects.toThrow('is not empty');
    await expect(script('restore-base.sh', scripts, join(postgres.directory, 'new'))).rejects.toThrow(
      'not a base backup',
    );
  });

  it('archives a file once, and never another file of the same name', async () => {
    const [one, other] = ['one', 'other'].map((name) => join(postgres.directory, name));
    writeFileSync(one ?? '', 'WAL');
    writeFileSync(other ?? '', 'other WAL');
    await script('archive-wal.sh', one ?? '', 'F'.repeat(24));
    await script('archive-wal.sh', one ?? '', 'F'.repeat(24));
    await expect(script('archive-wal.sh', other ?? '', 'F'.repeat(24))).rejects.toThrow('another database');
  });
});

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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
      },
    });
  /** In place of pg_basebackup. */
  const program = (text: string): void => {
    const path = join(scripts, 'bin', 'pg_basebackup');
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  };
  const askServer = (): void =>
    program(`exec '${process.execPath}' '${resolve('tests/deploy/support/pg-basebackup.ts')}' "$@"`);
  const bases = (): string[] =>
    readdirSync(join(backups, 'base'))
      .filter((name) => !name.startsWith('.'))
      .toSorted();
  const newest = (): string => join(backups, 'base', bases().at(-1) ?? '');
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
    askServer();
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
    expect(readdirSync(newest()).toSorted()).toEqual(['SHA256SUMS', 'backup_manifest', 'base.tar.gz', 'first-wal']);
  });

  it('deletes the WAL before the oldest copy, and no later one', async () => {
    const wal = (): string[] => readdirSync(join(backups, 'wal')).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
    const first = readFileSync(join(newest(), 'first-wal'), 'utf8').trim();
    rmSync(join(backups, 'base', bases()[0] ?? ''), { recursive: true });
    expect(wal().toSorted()[0] ?? '').toMatch(/0{15}1\.gz$/);
    await script('base.sh');
    expect(wal().toSorted()[0]).toBe(`${first}.gz`);
  });

  it.each([
    // What busybox's tar leaves behind a file that shrank: a valid gzip of an archive without its end.
    [
      'whose archive lacks its last files',
      'gzip -dc base.tar.gz | head -c 5000000 | gzip -1 > cut && mv cut base.tar.gz',
      /Unexpected EOF|not what the database sent/,
    ],
    [
      'that lacks one file',
      // Packed again: `tar --delete` fails on some archives.
      'mkdir x && tar -xzf base.tar.gz -C x && rm x/PG_VERSION && tar -czf base.tar.gz -C x $(ls -A x) && rm -r x',
      /not what the database sent/,
    ],
    [
      'whose list of files was cut off',
      'head -n 500 backup_manifest > cut && mv cut backup_manifest',
      /backup_manifest is damaged/,
    ],
  ])('keeps no copy %s, and deletes no older one for it', async (_, damage, reason) => {
    const before = bases();
    program(`cp '${newest()}'/base.tar.gz '${newest()}'/backup_manifest .\n${damage}`);
    await expect(script('base.sh')).rejects.toThrow(reason);
    askServer();
    expect(bases()).toEqual(before);
  });

  it('makes one copy at a time', async () => {
    const before = bases();
    const lock = join(backups, 'base', '.lock');
    const other = spawn('/bin/sh', ['-c', 'exec flock "$0" sh -c "echo held; read end"', lock]);
    await once(other.stdout, 'data');
    await expect(script('base.sh')).rejects.toThrow('Another backup of base is running');
    other.stdin.end('\n');
    await once(other, 'exit');
    expect(bases()).toEqual(before);
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
    const { stdout } = await script('restore-base.sh', newest(), data, time);
    expect(stdout).toContain('is ready');
    await postgres.up();

    const rows = await query<{ id: string }>("select id from public.app_counts where id <> 'members' order by id");
    expect(rows.map((row) => row.id)).toEqual(['after the copies', 'before the copies']);
    expect((await query<{ text: string }>(CATALOG))[0]?.text).toBe(catalog);
  });

  it('does not write over a database, and not from a folder that is no backup', async () => {
    await expect(script('restore-base.sh', newest(), join(postgres.directory, 'data'))).rejects.toThrow('is not empty');
    await expect(script('restore-base.sh', scripts, join(postgres.directory, 'new'))).rejects.toThrow('is no backup');
  });

  it('restores nothing from a copy that was damaged on the disk since', async () => {
    const file = join(newest(), 'base.tar.gz');
    const whole = readFileSync(file);
    const damaged = Buffer.from(whole);
    damaged.writeUInt8(damaged.readUInt8(1000) ^ 1, 1000);
    writeFileSync(file, damaged);
    await expect(script('restore-base.sh', newest(), join(postgres.directory, 'new'))).rejects.toThrow('is damaged');
    writeFileSync(file, whole);
  });

  it.each([
    ['is missing', (path: string) => rmSync(path)],
    ['was cut off', (path: string) => writeFileSync(path, readFileSync(path).subarray(0, 100))],
  ])('says that a WAL file %s, for which Postgres would take the end of the archive', async (fate, spoil) => {
    const archived: string[] = [];
    for (const row of [`a row ${fate}`, `another row ${fate}`]) {
      await write(row);
      const [wal] = await query<{ name: string }>('select pg_walfile_name(pg_switch_wal()) as name');
      archived.push(join(backups, 'wal', `${wal?.name}.gz`));
    }
    await expect.poll(() => archived.every((path) => existsSync(path))).toBe(true);
    const [path = ''] = archived;
    const whole = readFileSync(path);
    spoil(path);
    await expect(script('restore-base.sh', newest(), join(postgres.directory, 'gap'))).rejects.toThrow('has a gap');
    writeFileSync(path, whole);
    // Of the timeline that the restore left, later than what is there since.
    cpSync(path, join(backups, 'wal', `${'0'.repeat(7)}1${'0'.repeat(14)}50.gz`));
    await script('restore-base.sh', newest(), join(postgres.directory, 'gap'));
    rmSync(join(postgres.directory, 'gap'), { recursive: true });
  });

  it('archives a file once, and never another file of the same name', async () => {
    const [one, other] = ['one', 'other'].map((name) => join(postgres.directory, name));
    writeFileSync(one ?? '', 'WAL');
    writeFileSync(other ?? '', 'other WAL');
    await script('archive-wal.sh', one ?? '', 'F'.repeat(24));
    await script('archive-wal.sh', one ?? '', 'F'.repeat(24));
    await expect(script('archive-wal.sh', other ?? '', 'F'.repeat(24))).rejects.toThrow('another database');
  });

  it('replaces an archived file that a crash of the machine cut off, instead of archiving nothing any more', async () => {
    const [source, name] = [join(postgres.directory, 'one'), 'E'.repeat(24)];
    const target = join(backups, 'wal', `${name}.gz`);
    for (const size of [0, 5]) {
      await script('archive-wal.sh', source, name);
      writeFileSync(target, readFileSync(target).subarray(0, size));
    }
    await script('archive-wal.sh', source, name);
    const { stdout } = await promisify(execFile)('gzip', ['-dc', target]);
    expect(stdout).toBe('WAL');
  });
});

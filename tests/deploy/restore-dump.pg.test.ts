import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { promisify } from 'node:util';

import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { TestPostgres } from '../support/test-postgres.ts';
import { postgresWithCron, startPostgresWithCron } from './support/system-postgres.ts';

const SUPERUSER = 'supabase_admin';

interface Server {
  /** Of its socket. */
  readonly directory: string;
  /** Where its programs are, or undefined: then stand-ins run in their place. */
  readonly bin?: string;
  destroy(): Promise<void>;
}

/** As pg_cron and pg_net do: connects to database `postgres` again as soon as its connection was ended. */
class BackgroundProcess {
  readonly #host: string;
  #client: pg.Client | undefined;
  #isStopped = false;

  constructor(host: string) {
    this.#host = host;
    void this.#run();
  }

  async #run(): Promise<void> {
    while (!this.#isStopped) {
      const client = new pg.Client({
        host: this.#host,
        user: SUPERUSER,
        database: 'postgres',
        application_name: 'pg_cron',
      });
      const ended = new Promise<void>((done) => client.once('end', done));
      client.on('error', () => {});
      try {
        await client.connect();
        this.#client = client;
        await ended;
      } catch {
        // Refused: it tries again.
        // oxlint-disable-next-line rangeday/no-sleep -- as pg_cron does: a server that is down reports nothing
        await new Promise((done) => setTimeout(done, 20));
      }
    }
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#client?.end().catch(() => {});
  }
}

async function startEmbedded(): Promise<Server> {
  const postgres = await TestPostgres.start({ superuser: SUPERUSER });
  const { directory } = postgres;
  const process = new BackgroundProcess(directory);
  return {
    directory,
    async destroy() {
      await process.stop();
      await postgres.destroy();
    },
  };
}

/**
 * pg_cron itself where a Postgres with it is installed; elsewhere a process that does the same, and stand-ins for the
 * programs.
 */
const bin = postgresWithCron();
const [background, start]: [string, () => Promise<Server>] =
  bin === undefined
    ? ['a background process', startEmbedded]
    : ['pg_cron', async () => ({ ...(await startPostgresWithCron(bin, SUPERUSER)), bin })];

const NOTES = `
  create table public.notes (id int primary key, text text);
  insert into public.notes values (1, 'one'), (2, e'two\\nlines'), (3, null);`;
/** The same for the stand-ins: rows as COPY writes them. */
const STAND_IN = `
-- COPY public.notes (id, text) FROM stdin;
-- 1\tone
-- 2\ttwo\\nlines
-- 3\t\\N
-- \\.
-- COPY public."other notes" (id) FROM stdin;
-- \\.
${NOTES}
create table public."other notes" (id int);
`;

describe(`restore-dump.sh, while ${background} uses the database`, () => {
  let server: Server;
  let folder: string;
  let dump: string;

  const query = async <Row extends object>(sql: string, database = 'template1', user = SUPERUSER): Promise<Row[]> => {
    const client = new pg.Client({ host: server.directory, user, database });
    await client.connect();
    try {
      return (await client.query<Row>(sql)).rows;
    } finally {
      await client.end();
    }
  };
  const texts = async (database = 'postgres') =>
    (await query<{ id: number }>('select id from public.notes order by id', database)).map((row) => row.id);
  const databases = () =>
    query<{ name: string; open: boolean; most: number }>(
      `select datname as name, datallowconn as open, datconnlimit as most from pg_database where datname like 'postgres%' order by 1`,
    );
  const program = (name: string, text: string): void => {
    const path = join(folder, 'bin', name);
    writeFileSync(path, `#!/bin/sh\n${text}\n`);
    chmodSync(path, 0o755);
  };
  /** The real program or the stand-in. */
  const command = (name: 'psql' | 'pg_restore'): string =>
    server.bin === undefined
      ? `'${process.execPath}' '${resolve(`tests/deploy/support/${name.replace('_', '-')}.ts`)}'`
      : `'${join(server.bin, name)}'`;
  /** Commands that follow the restore of the tables. */
  const afterTables = (text: string): void =>
    program('pg_restore', `${command('pg_restore')} "$@" || exit\ncase "$*" in *--dbname=postgres*) ${text} ;; esac`);
  const script = (name: string, ...args: string[]) =>
    promisify(execFile)('/bin/sh', [`deploy/backup/${name}`, ...args], {
      env: {
        PATH: [join(folder, 'bin'), server.bin, process.env['PATH']].filter(Boolean).join(delimiter),
        BACKUPS: folder,
        PGHOST: server.directory,
        PGUSER: SUPERUSER,
        PGDATABASE: 'postgres',
      },
    });

  beforeAll(async () => {
    server = await start();
    folder = mkdtempSync(join(tmpdir(), 'rangeday-restore-'));
    mkdirSync(join(folder, 'bin'));
    await query(
      `${NOTES} create table public."other notes" (id int); alter database postgres set app.restored = 'yes'; create role member login`,
      'postgres',
    );
    if (server.bin === undefined) {
      writeFileSync(join(folder, 'dump'), STAND_IN);
      program(
        'pg_dump',
        `for option in "$@"; do case $option in --file=*) cp '${folder}/dump' "\${option#--file=}" ;; esac; done`,
      );
    } else await query('create extension pg_cron', 'postgres');
  });
  afterAll(async () => {
    await server.destroy();
    rmSync(folder, { recursive: true });
  });
  beforeEach(() => {
    program('psql', `exec ${command('psql')} "$@"`);
    afterTables('true');
  });
  afterEach(async () => {
    for (const { name } of await databases())
      if (name !== 'postgres') await query(`drop database "${name}" with (force)`);
  });

  it('counts the rows of each table in the dump', async () => {
    const { stdout } = await script('dumps.sh');
    dump = /Wrote (.+)\.\n/.exec(stdout)?.[1] ?? '';
    const rows = readFileSync(join(dump, 'rows'), 'utf8');
    expect(rows).toContain('public."other notes" 0\n');
    expect(rows).toContain('public.notes 3\n');
    await query(`insert into public.notes values (4, 'the mistake')`, 'postgres');
  });

  it.each([
    ['cannot be restored', 'exit 1', ''],
    [
      'lacks a row',
      `psql -q -d postgres -c 'delete from public.notes where id = 1'`,
      'public.notes has 2 of 3 rows.\n',
    ],
  ])('is as before when the dump %s', async (_dump, fault, reason) => {
    afterTables(fault);
    await expect(script('restore-dump.sh', dump)).rejects.toThrow(
      `${reason}The dump could not be restored. The database is as before`,
    );
    expect(await databases()).toEqual([{ name: 'postgres', open: true, most: -1 }]);
    expect(await texts()).toEqual([1, 2, 3, 4]);
  });

  it('changes nothing while a service still uses the database, and names it', async () => {
    const service = new pg.Client({
      host: server.directory,
      user: 'member',
      database: 'postgres',
      application_name: 'rest',
    });
    await service.connect();
    await expect(script('restore-dump.sh', dump)).rejects.toThrow(
      'Stop these first, which use the database: member rest',
    );
    await service.end();
    expect(await texts()).toEqual([1, 2, 3, 4]);
  });

  it('changes nothing when the dump was damaged on the disk since, or is of another database', async () => {
    const file = join(dump, 'database.dump');
    const whole = readFileSync(file);
    writeFileSync(file, whole.subarray(0, -1));
    await expect(script('restore-dump.sh', dump)).rejects.toThrow('is damaged');
    writeFileSync(file, whole);
    program('pg_restore', `${command('pg_restore')} "$@" | sed 's/ DATABASE - postgres / DATABASE - other /'`);
    await expect(script('restore-dump.sh', dump)).rejects.toThrow('is no dump of database postgres');
    expect(await databases()).toEqual([{ name: 'postgres', open: true, most: -1 }]);
  });

  it('replaces the database, keeps the former one, and lets nobody in before all is there', async () => {
    afterTables(`PGUSER=member psql -q -At -d postgres -c 'select 1' > '${folder}/seen' 2>&1 || true`);
    const { stdout } = await script('restore-dump.sh', dump);
    expect(readFileSync(join(folder, 'seen'), 'utf8')).toContain('too many connections for database "postgres"');
    expect(stdout).toMatch(/with \d+ rows in \d+ tables/);
    const former = /The former database is (postgres_\d{8}_\d{6}),/.exec(stdout)?.[1] ?? '';
    expect(await databases()).toEqual([
      { name: 'postgres', open: true, most: -1 },
      { name: former, open: false, most: -1 },
    ]);
    expect(await texts()).toEqual([1, 2, 3]);
    expect(await query('show app.restored', 'postgres', 'member')).toEqual([{ 'app.restored': 'yes' }]);
    await query(`alter database "${former}" with allow_connections true`);
    expect(await texts(former)).toEqual([1, 2, 3, 4]);
  });
});

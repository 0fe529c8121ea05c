import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { freePort } from '../../local/system/ports.ts';
import { processStart, readRunState, type RunState } from '../../local/command/run-state.ts';
import { copyPreparedDataDir } from '../support/prepared-data-dir.ts';
import { finish, run, temporaryFolder } from './support/program.ts';
import type { Program } from './support/program.ts';

/** Each starts a backend twice more, for seconds in which nothing else is learned. */
const isAll = process.env['TEST_ALL'] === '1';

let port: number;
let url: string;
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
let backend: Program;

const options = (): string[] => ['--data-dir', dataDir, '--port', String(port), '--no-build', '--no-seed'];

async function start(): Promise<void> {
  backend = run(['start', ...options()]);
  await backend.printed('Ctrl-C stops it');
}

/** What `status` prints, from its source: a process for each question takes longer than the answer. */
async function state(): Promise<RunState> {
  const found = await readRunState(dataDir);
  if (!found) throw new Error('It is not running.');
  return found;
}

async function query(sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: (await state()).databaseUrl });
  // These tests stop the server while a client is connected.
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const supervisorPid = async (): Promise<number> => (await state()).pid;

async function postmasterPid(): Promise<number> {
  return Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
}

const isAlive = (pid: number): boolean => processStart(pid) !== undefined;

/** In order, on one data directory: each test leaves a running backend for the next. */
describe('life cycle of npm start', () => {
  beforeAll(async () => {
    folder = await temporaryFolder();
    dataDir = join(folder.path, 'data');
    // Its first start, from an empty folder, was the same command.
    await copyPreparedDataDir(dataDir);
    port = await freePort();
    url = `http://localhost:${port}`;
    await start();
  });
  afterAll(async () => {
    backend.child.kill('SIGTERM');
    await backend.ended;
    await folder.remove();
  });

  it('status prints addresses and keys, one per line, and the server answers there', async () => {
    const { code, output } = await finish(['status', '--data-dir', dataDir]);
    expect(code).toBe(0);
    const names = output
      .trim()
      .split('\n')
      .map((line) => line.split('=')[0]);
    expect(names).toEqual([
      ...['APP_URL', 'SUPABASE_URL', 'SUPABASE_ANON_KEY', 'SUPABASE_SERVICE_ROLE_KEY', 'DATABASE_URL', 'JWT_SECRET'],
      ...['POWERSYNC_URL', 'FUNCTIONS_URL', 'API_URL', 'MAILBOX_URL'],
    ]);
    expect(output).toContain(`APP_URL=${url}\n`);
    const answer = await fetch(`${url}/functions/v1/no-such-function`, { method: 'POST' });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: expect.any(String) as string });
  });

  it('status prints nothing else to stdout through npm', async () => {
    const { code, output } = await finish(['status', '--data-dir', dataDir], { via: 'npm' });
    expect(code).toBe(0);
    expect(output.trim().split('\n')).toHaveLength(10);
  });

  it('files with keys, mails and logs are readable by their owner only', async () => {
    const logs = ['postgres.log', 'functions.log', 'rangeday.log'].map((name) => join('logs', name));
    for (const name of ['run.json', 'secrets.json', 'providers.json', ...logs]) {
      expect((await stat(join(dataDir, name))).mode & 0o077, name).toBe(0);
    }
  });

  it('runs Postgres 17 in UTF-8 with logical replication and passwords', async () => {
    const [row] = await query(`
      select current_setting('wal_level') as wal, current_setting('server_encoding') as encoding,
        current_setting('password_encryption') as passwords, current_setting('server_version_num')::int / 10000 as major`);
    expect(row).toEqual({ wal: 'logical', encoding: 'UTF8', passwords: 'scram-sha-256', major: 17 });
    const wrong = new pg.Client({ connectionString: (await state()).databaseUrl.replace(/:[^:@]+@/, ':wrong@') });
    await expect(wrong.connect()).rejects.toMatchObject({ code: '28P01' });
  });

  it('records migrations as the Supabase CLI does', async () => {
    const rows = await query(
      "select version, name, statements[1] <> '' as has_statements from supabase_migrations.schema_migrations order by version limit 1",
    );
    expect(rows).toEqual([
      {
        version: expect.stringMatching(/^\d{14}$/) as string,
        name: expect.any(String) as string,
        has_statements: true,
      },
    ]);
  });

  it('rejects a second start on the same data and prints the address', async () => {
    const second = await finish(['start', '--data-dir', dataDir, '--port', String(await freePort()), '--no-build']);
    expect(second.code).toBe(1);
    expect(second.output).toContain(`Rangeday is already running at ${url}`);
  });

  it('rejects a taken port before it starts anything, and names --port', async () => {
    const other = join(folder.path, 'other');
    const second = await finish(['start', '--data-dir', other, '--port', String(port), '--no-build']);
    expect(second.code).toBe(1);
    expect(second.output).toBe(`Port ${port} is taken. Choose another one with --port.\n`);
    await expect(stat(other)).rejects.toMatchObject({ code: 'ENOENT' });
  });

  it('does not reset a running backend', async () => {
    const reset = await finish(['reset', '--data-dir', dataDir]);
    expect(reset.code).toBe(1);
    expect(reset.output).toContain('is running');
  });

  it('stops everything on Ctrl-C and keeps the data', async () => {
    await query('create table public.kept as select 7 as n');
    const before = await state();
    backend.child.kill('SIGINT');
    expect(await backend.ended).toBe(0);
    const stopped = await finish(['status', '--data-dir', dataDir]);
    expect(stopped).toEqual({ code: 1, output: expect.stringContaining('Rangeday is not running') as string });
    await expect(stat(join(dataDir, 'postgres', 'postmaster.pid'))).rejects.toMatchObject({ code: 'ENOENT' });

    await start();
    expect(await query('select n from public.kept')).toEqual([{ n: 7 }]);
    expect(await state()).toEqual({
      ...before,
      pid: expect.any(Number) as number,
      processStart: expect.any(String) as string,
      instance: expect.not.stringContaining(before.instance) as string,
    });
  });

  it.runIf(isAll)('stops Postgres when the supervisor is killed, and reports it', async () => {
    backend.child.kill('SIGTERM');
    await backend.ended;
    for (const [signal, code] of [
      ['SIGABRT', 134],
      ['SIGKILL', 137],
    ] as const) {
      const npm = run(['start', ...options()], { via: 'npm' });
      await npm.printed('Ctrl-C stops it');
      const postmaster = await postmasterPid();
      process.kill(await supervisorPid(), signal);
      expect(await npm.ended).toBe(code);
      expect(npm.output()).toContain(`Rangeday was killed (${signal}); its database was shut down cleanly.`);
      await expect.poll(() => isAlive(postmaster)).toBe(false);
    }
    await start();
    expect(await query('select n from public.kept')).toEqual([{ n: 7 }]);
  });

  it('stops a Postgres that outlived the supervisor', async () => {
    const postmaster = await postmasterPid();
    // A stopped process receives the signal, but cannot handle it.
    process.kill(postmaster, 'SIGSTOP');
    process.kill(await supervisorPid(), 'SIGKILL');
    await backend.ended;
    expect(isAlive(postmaster)).toBe(true);
    const next = start();
    process.kill(postmaster, 'SIGCONT');
    await next;
    expect(isAlive(postmaster)).toBe(false);
    expect(await query('select n from public.kept')).toEqual([{ n: 7 }]);
  });

  it('exits with a message when Postgres is killed', async () => {
    process.kill(await postmasterPid(), 'SIGQUIT');
    expect(await backend.ended).toBe(1);
    expect(backend.output()).toMatch(/Postgres stopped: .*Details are in .*postgres\.log\.\n$/);
    await start();
  });

  it.runIf(isAll)('exits when the command that started it is killed', async () => {
    backend.child.kill('SIGTERM');
    await backend.ended;
    const npm = run(['start', ...options()], { via: 'npm' });
    await npm.printed('Ctrl-C stops it');
    const pid = await supervisorPid();
    npm.child.kill('SIGKILL');
    // Its output closes when the supervisor exits, which is shortly before the system has removed the process.
    await npm.ended;
    await expect.poll(() => isAlive(pid)).toBe(false);
    await start();
  });
});

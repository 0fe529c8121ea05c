import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';

import { startPostgres } from '../../local/postgres/postgres.ts';
import { processStart } from '../../local/command/run-state.ts';

it('a backend ends, with its database, when the worker of a test is killed before it could stop it', async () => {
  const program = `
    import { Backend } from ${JSON.stringify(join(import.meta.dirname, '../support/backend.ts'))};
    const backend = await Backend.start('--no-seed');
    const [{ pid }] = await backend.query("select pid from pg_stat_activity where backend_type = 'checkpointer'");
    console.log(JSON.stringify([backend.pid, pid]));
    setInterval(() => {}, 1000);`;
  const worker = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void worker.kill('SIGKILL'));
  const [line] = (await once(createInterface({ input: worker.stdout }), 'line')) as [string];
  const pids = JSON.parse(line) as number[];
  const running = () => pids.filter((pid) => processStart(pid) !== undefined);
  expect(running()).toHaveLength(2);
  worker.kill('SIGKILL');
  await once(worker, 'exit');
  await expect.poll(running).toEqual([]);
});

it('a busy session of a Postgres that was killed ends before the next one starts: its commit would be lost', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'rangeday-orphans-'));
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  // As root, Postgres runs as another user.
  await chmod(dataDir, 0o755);
  const killed = Promise.withResolvers<void>();
  const options = { dataDir, logs: dataDir, password: 'test', log: () => {}, onExit: () => killed.resolve() };
  const { databaseUrl } = await startPostgres(options);
  const db = new pg.Client({ connectionString: databaseUrl });
  db.on('error', () => {});
  await db.connect();
  const { rows } = await db.query<{ pid: number }>('select pg_backend_pid() as pid');
  const session = rows[0]!.pid;
  const busy = db.query(
    'do $$ begin loop exit when clock_timestamp() > now() + interval $a$ 2 minutes $a$; end loop; end $$',
  );
  busy.catch(() => {});

  const postmaster = Number.parseInt(await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8'), 10);
  process.kill(postmaster, 'SIGKILL');
  await killed.promise;
  expect(processStart(session)).toBeDefined();
  const next = await startPostgres(options);
  expect(processStart(session)).toBeUndefined();
  await next.stop();
});

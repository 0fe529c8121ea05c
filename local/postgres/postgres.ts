import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';

import { freePort } from '../system/ports.ts';
import { postgresBinaries } from './binaries.ts';
import type { PostgresBinaries } from './binaries.ts';
import { stopOrphan, postmasterPid } from './recovery.ts';
import { canEnter, postgresUser } from './user.ts';
import { runCommand } from '../system/run-command.ts';
import type { ServiceUser } from '../system/run-command.ts';
import { startShutdownGuard } from '../command/shutdown-guard.ts';
import { diskFull, isDiskFull, UserError } from '../system/user-error.ts';

const MAJOR = '17';

export interface PostgresOptions {
  readonly dataDir: string;
  readonly logs: string;
  readonly password: string;
  /** For a load of many rows: more memory, and fewer checkpoints, each of which makes Postgres write pages again. */
  readonly bulk?: boolean;
  log(line: string): void;
  /** Called once if Postgres exits without `stop()`. */
  onExit(reason: UserError): void;
}

export interface RunningPostgres {
  readonly port: number;
  /** Superuser's URL of database `postgres`. */
  readonly databaseUrl: string;
  /** Ends sessions and shuts down; resolves when the process has exited. */
  stop(): Promise<void>;
  /** For a second Ctrl-C: stops immediately; the next start replays the WAL. */
  kill(): void;
}

/** Starts the Postgres of a data directory; creates its cluster on first use. Throws UserError if it cannot. */
export async function startPostgres(options: PostgresOptions): Promise<RunningPostgres> {
  const cluster = join(options.dataDir, 'postgres');
  const user = await postgresUser(cluster, options.log);
  // Under a strict umask Postgres's own user cannot enter a new folder.
  if (user && !(await canEnter(options.dataDir, user))) await chmod(options.dataDir, 0o755).catch(() => {});
  if (!(await canEnter(options.dataDir, user))) {
    throw new UserError(
      `User ${user?.name ?? 'you'} runs Postgres and cannot enter ${options.dataDir}. ` +
        'Choose a folder with --data-dir that everybody can enter, or run this as an ordinary user.',
    );
  }
  const binaries = await postgresBinaries(user, options.log);
  if (!existsSync(cluster)) await createCluster(cluster, binaries, user, options);
  await checkMajor(cluster);
  await stopOrphan(cluster, binaries.pgCtl, user, options.log);
  return await launch(cluster, binaries, user, options);
}

/** initdb into a temporary folder, so that a cluster under its real name is always complete. */
async function createCluster(
  cluster: string,
  binaries: PostgresBinaries,
  user: ServiceUser | undefined,
  options: PostgresOptions,
): Promise<void> {
  const draft = `${cluster}.new`;
  const passwordFile = join(options.dataDir, 'postgres.password');
  await rm(draft, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  try {
    await mkdir(draft, { mode: 0o700 });
    await writeFile(passwordFile, options.password, { mode: 0o600, flag: 'wx' });
    if (user) {
      await chown(draft, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const made = await runCommand(
      binaries.initdb,
      [
        ...['-D', draft, '-U', 'postgres', '--auth=scram-sha-256', `--pwfile=${passwordFile}`],
        ...['--encoding=UTF8', '--locale-provider=libc', '--locale=C.UTF-8', '--no-instructions'],
      ],
      { user, env: environment() },
    );
    if (made.code !== 0) {
      if (isDiskFull(made.output)) throw diskFull(options.dataDir);
      await writeFile(join(options.logs, 'initdb.log'), made.output, { mode: 0o600 });
      throw new UserError(
        `Postgres could not create its database: ${lastReason(made.output)} Details are in ${join(options.logs, 'initdb.log')}.`,
      );
    }
    await rename(draft, cluster);
  } finally {
    await rm(passwordFile, { force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function checkMajor(cluster: string): Promise<void> {
  const major = (await readFile(join(cluster, 'PG_VERSION'), 'utf8').catch(() => '')).trim();
  if (major === MAJOR) return;
  const made = major === '' ? 'is not a Postgres database' : `was created by Postgres ${major}, this is ${MAJOR}`;
  throw new UserError(`${cluster} ${made}. Run \`npm run reset\` to start over, or choose another --data-dir.`);
}

function environment(): NodeJS.ProcessEnv {
  // PG* variables of the user's shell must not affect our server.
  return { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C.UTF-8', TZ: 'UTC' };
}

/** For the seed's random ids: its indexes are larger than the memory of an ordinary start. */
const bulkSettings = (): Record<string, string> => ({
  shared_buffers: `${Math.min(2048, Math.floor(totalmem() / 2 ** 23))}MB`,
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
});

function settings(port: number, isBulk: boolean): string[] {
  const values: Record<string, string> = {
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    password_encryption: 'scram-sha-256',
    max_connections: '80',
    shared_buffers: '64MB',
    wal_level: 'logical',
    max_wal_senders: '12',
    max_replication_slots: '12',
    // A replication client that does not come back must not fill the disk.
    max_slot_wal_keep_size: '512MB',
    max_wal_size: '256MB',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
    log_line_prefix: '%m [%p] ',
    // Neither failed statements nor the values of keys: they contain what members wrote.
    log_min_error_statement: 'panic',
    log_error_verbosity: 'terse',
    jit: 'off',
    cluster_name: 'rangeday',
  };
  if (isBulk) Object.assign(values, bulkSettings());
  // For tests only: data survives every crash except a power failure. Commits stay synchronous, because replication
  // waits for the flush.
  if (process.env['RANGEDAY_PG_FAST'] === '1') {
    Object.assign(values, { fsync: 'off', full_page_writes: 'off' });
  }
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}

async function launch(
  cluster: string,
  binaries: PostgresBinaries,
  user: ServiceUser | undefined,
  options: PostgresOptions,
): Promise<RunningPostgres> {
  const portFile = join(options.dataDir, 'postgres.port');
  const wanted = Number.parseInt(await readFile(portFile, 'utf8').catch(() => ''), 10);
  const port = await freePort(Number.isInteger(wanted) ? wanted : undefined);
  await writeFile(portFile, String(port));

  const logPath = join(options.logs, 'postgres.log');
  // A log of an earlier run keeps its mode.
  const logFile = await open(logPath, 'w', 0o600);
  await logFile.chmod(0o600);
  const child = spawn(binaries.postgres, ['-D', cluster, ...settings(port, options.bulk ?? false)], {
    cwd: '/',
    env: environment(),
    stdio: ['ignore', logFile.fd, logFile.fd],
    // Outside the terminal's process group: Ctrl-C reaches only the supervisor, which stops its children in order.
    detached: true,
    ...(user && { uid: user.uid, gid: user.gid }),
  });
  // If even this fails, the next start cleans up.
  const guard =
    child.pid === undefined ? undefined : startShutdownGuard({ target: String(child.pid), signal: 'INT', user });
  let stopping = false;
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
    child.once('error', () => resolve());
  });
  void ended.then(() => guard?.kill());
  try {
    await ready(cluster, child.pid, ended);
  } catch {
    throw await exitReason(logPath, options.dataDir);
  } finally {
    await logFile.close();
  }
  void ended.then(async () => {
    if (!stopping) options.onExit(await exitReason(logPath, options.dataDir));
  });

  return {
    port,
    databaseUrl: `postgres://postgres:${options.password}@127.0.0.1:${port}/postgres`,
    async stop() {
      stopping = true;
      // SIGINT is Postgres's fast shutdown: it ends sessions and writes everything.
      if (child.exitCode === null && child.signalCode === null) child.kill('SIGINT');
      await ended;
    },
    kill() {
      stopping = true;
      child.kill('SIGQUIT');
    },
  };
}

/** Resolves when the server of process `pid` accepts connections; rejects if it exits before. */
async function ready(cluster: string, pid: number | undefined, ended: Promise<void>): Promise<void> {
  if (pid === undefined) throw new Error('not started');
  const signal = new AbortController();
  void ended.then(() => signal.abort());
  while (!signal.signal.aborted) {
    const text = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    if ((await postmasterPid(cluster)) === pid && /^ready\s*$/m.test(text)) return;
    // Postgres reports its readiness only in this file.
    await Promise.race([once(signal.signal, 'abort'), new Promise((done) => setTimeout(done, 10))]);
  }
  throw new Error('ended');
}

async function exitReason(logPath: string, dataDir: string): Promise<UserError> {
  const text = await readFile(logPath, 'utf8').catch(() => '');
  if (isDiskFull(text)) return diskFull(dataDir);
  return new UserError(`Postgres stopped: ${lastReason(text)} Details are in ${logPath}.`);
}

/** The last fatal line of Postgres's output, as one sentence. */
function lastReason(output: string): string {
  const lines = output.split('\n').filter((line) => /(FATAL|PANIC|error|could not)/.test(line));
  const reason = (lines.at(-1) ?? 'it gave no reason').replace(/^.*?(FATAL|PANIC|error):\s*/, '').trim();
  return /[.!?]$/.test(reason) ? reason : `${reason}.`;
}

import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
// oxlint-disable-next-line rangeday/no-sleep -- a Postgres that starts again accepts connections without reporting it
import { setTimeout as pause } from 'node:timers/promises';
import { SignJWT } from 'jose';
import pg from 'pg';
import { consentsTo } from '#contract/auth.ts';
import { freePort } from '../../../local/system/ports.ts';
import { copyPreparedDataDir } from '../../support/prepared-data-dir.ts';

interface RunState {
  appUrl: string;
  databaseUrl: string;
  jwtSecret: string;
  anonKey: string;
  serviceRoleKey: string;
}

const CHECKOUT = resolve(import.meta.dirname, '../../..');
/** Node caches compiled modules here: a start of the backend costs a third less. */
const COMPILED = join(CHECKOUT, '.cache/node');

/** A backend that can be stopped and started again with the same data and port. */
export class Backend {
  readonly directory: string;
  readonly #port: number;
  #process: ChildProcess | undefined;
  state!: RunState;
  db!: pg.Client;

  private constructor(directory: string, port: number) {
    this.directory = directory;
    this.#port = port;
  }

  static async create(): Promise<Backend> {
    const directory = await mkdtemp(join(tmpdir(), 'rangeday-offline-'));
    // As root, Postgres runs as another user, who needs access.
    await chmod(directory, 0o755);
    await copyPreparedDataDir(join(directory, 'data'));
    const backend = new Backend(directory, await freePort());
    await backend.start();
    return backend;
  }

  /** Resolves when all services answer. */
  async start(): Promise<void> {
    const options = [
      '--port',
      String(this.#port),
      '--data-dir',
      join(this.directory, 'data'),
      '--no-seed',
      '--no-build',
    ];
    const child = spawn(process.execPath, [join(CHECKOUT, 'local/cli.ts'), 'start', ...options], {
      cwd: CHECKOUT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_COMPILE_CACHE: COMPILED },
    });
    this.#process = child;
    const output: string[] = [];
    child.stderr.on('data', (chunk) => output.push(String(chunk)));
    const ready = (async () => {
      for await (const line of createInterface({ input: child.stdout })) {
        output.push(`${line}\n`);
        if (line.includes('Rangeday runs at')) return child.stdout.resume();
      }
      return once(child, 'exit');
    })();
    await ready;
    if (child.exitCode !== null) throw new Error(`The backend did not start:\n${output.join('')}`);
    this.state = JSON.parse(await readFile(join(this.directory, 'data/run.json'), 'utf8')) as RunState;
    this.db = new pg.Client({ connectionString: this.state.databaseUrl });
    // Stopping the backend ends this connection too.
    this.db.on('error', () => {});
    await this.db.connect();
  }

  /** Of the process with gateway, API and sync server. */
  get pid(): number {
    if (this.#process?.pid === undefined) throw new Error('The backend is not running.');
    return this.#process.pid;
  }

  async postmasterPid(): Promise<number> {
    const [pid = ''] = (await readFile(join(this.directory, 'data/postgres/postmaster.pid'), 'utf8')).split('\n');
    return Number(pid);
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    await this.db.end().catch(() => {});
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /**
   * Ends gateway, API and sync server without any clean-up. Postgres keeps running until the next start, which stops
   * it.
   */
  async kill(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    await this.db.end().catch(() => {});
    if (!child || child.exitCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Ends all of Postgres without any clean-up. The supervisor stops because of that. */
  async killPostgres(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    await this.db.end().catch(() => {});
    process.kill(await this.postmasterPid(), 'SIGKILL');
    if (child && child.exitCode === null) await once(child, 'exit');
  }

  /** After Postgres was killed. Resolves when it accepts connections again. */
  async reconnect(): Promise<void> {
    await this.db.end().catch(() => {});
    for (const end = performance.now() + 30_000; ;) {
      const db = new pg.Client({ connectionString: this.state.databaseUrl });
      db.on('error', () => {});
      try {
        await db.connect();
        this.db = db;
        return;
      } catch (error) {
        if (performance.now() > end)
          throw new Error(`Postgres does not accept connections:\n${await this.#lastLogs()}`, { cause: error });
        await pause(50);
      }
    }
  }

  /** The last lines of Postgres and of the backend. */
  async #lastLogs(): Promise<string> {
    const tails = ['postgres.log', 'rangeday.log'].map(async (name) => {
      const log = await readFile(join(this.directory, 'data/logs', name), 'utf8').catch(String);
      return log.split('\n').slice(-30).join('\n');
    });
    return [...(await Promise.all(tails)), `Exit code of the backend: ${this.#process?.exitCode}`].join('\n');
  }

  async destroy(): Promise<void> {
    await this.stop();
    await rm(this.directory, { recursive: true, force: true });
  }

  /** An account with its profile, as the first log-in creates it. */
  async newMember(): Promise<string> {
    const id = randomUUID();
    await this.db.query('insert into auth.users (id, email) values ($1, $2)', [id, `${id}@members.example`]);
    await this.db.query('select public.create_profile_and_friend($1, $2)', [id, consentsTo('test')]);
    // Named by the access tokens below.
    await this.db.query('insert into auth.sessions (id, user_id) values ($1, $1)', [id]);
    return id;
  }

  accessToken(userId: string): Promise<string> {
    return new SignJWT({ role: 'authenticated', session_id: userId, email: `${userId}@members.example` })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuer(`${this.state.appUrl}/auth/v1`)
      .setSubject(userId)
      .setAudience('authenticated')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(new TextEncoder().encode(this.state.jwtSecret));
  }

  /** Sets the faults of local/sync/faults.ts. */
  async setFaults(faults: Record<string, unknown>): Promise<void> {
    const response = await fetch(`${this.state.appUrl}/_dev/faults`, {
      method: 'POST',
      headers: { authorization: `Bearer ${this.state.serviceRoleKey}`, 'content-type': 'application/json' },
      body: JSON.stringify(faults),
    });
    if (!response.ok) throw new Error(`Could not set the faults: ${response.status} ${await response.text()}`);
  }

  async titlesBy(userId: string): Promise<string[]> {
    const { rows } = await this.db.query<{ title: string }>(
      'select title from public.posts where user_id = $1 order by created_at, id',
      [userId],
    );
    return rows.map(({ title }) => title);
  }
}

import { spawn, type ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { SignJWT } from 'jose';
import { Client } from 'pg';

import { freePort } from '../../local/system/ports.ts';
import { startShutdownGuard } from '../../local/command/shutdown-guard.ts';
import { readRunState } from '../../local/command/run-state.ts';
import type { Upload } from '../../local/supabase/storage/partial-files.ts';
import { copyPreparedDataDir } from './prepared-data-dir.ts';

const ROOT = join(import.meta.dirname, '../..');
const CLI = join(ROOT, 'local/cli.ts');
/** Node caches compiled modules here: a start of the backend costs a third less. */
const COMPILED = join(ROOT, '.cache/node');
const READY_WITHIN = 90_000;

interface Addresses {
  readonly APP_URL: string;
  readonly SUPABASE_ANON_KEY: string;
  readonly SUPABASE_SERVICE_ROLE_KEY: string;
  readonly DATABASE_URL: string;
  readonly JWT_SECRET: string;
  readonly MAILBOX_URL: string;
}

/** A real backend in its own process. It can be killed and started again with the same data at the same address. */
export class Backend {
  readonly url: string;
  readonly #port: number;
  readonly #dataDir: string;
  #process: ChildProcess | undefined;
  #guard: ChildProcess | undefined;
  #addresses: Addresses | undefined;

  readonly #more: readonly string[];

  private constructor(port: number, dataDir: string, more: readonly string[]) {
    this.#port = port;
    this.#more = more;
    this.#dataDir = dataDir;
    this.url = `http://localhost:${port}`;
  }

  /** Starts one on a free port with the example posts; `options` go to `npm start`. */
  static async start(...options: string[]): Promise<Backend> {
    const dataDir = await mkdtemp(join(tmpdir(), 'rangeday-e2e-'));
    await copyPreparedDataDir(dataDir, { seed: !options.includes('--no-seed') });
    return Backend.startOn(dataDir, ...options);
  }

  /** Starts one on this data directory, which `dispose` deletes. */
  static async startOn(dataDir: string, ...options: string[]): Promise<Backend> {
    const backend = new Backend(await freePort(), dataDir, options);
    await backend.start();
    return backend;
  }

  /** Resolves when the page is served, the database migrated and the sync server ready. */
  async start(): Promise<void> {
    if (this.#process) return;
    const child = spawn(
      process.execPath,
      [CLI, 'start', '--no-build', ...this.#options('--port', String(this.#port), ...this.#more)],
      {
        cwd: ROOT,
        stdio: ['ignore', 'pipe', 'pipe'],
        // All tests come from one address.
        env: { RANGEDAY_AUTH_MAILS_PER_ORIGIN: '2000', ...process.env, NODE_COMPILE_CACHE: COMPILED },
      },
    );
    this.#process = child;
    // A worker of the tests may be ended before it has stopped its backend.
    this.#guard = startShutdownGuard({ target: String(child.pid), signal: 'INT' });
    let output = '';
    const ready = new Promise<void>((resolve) => {
      const onOutput = (chunk: Buffer): void => {
        output += chunk.toString();
        // The last line of a start.
        if (output.includes('Ctrl-C stops it')) resolve();
      };
      child.stdout.on('data', onOutput);
      child.stderr.on('data', onOutput);
    });
    const ended = once(child, 'exit').then(() => {
      throw new Error(`The backend ended while it started:\n${output}`);
    });
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<never>((_, reject) => {
      // oxlint-disable-next-line rangeday/no-sleep -- ends a start that hangs
      timer = setTimeout(() => reject(new Error(`The backend was not ready in time:\n${output}`)), READY_WITHIN);
    });
    try {
      await Promise.race([ready, ended, tooLong]);
    } finally {
      clearTimeout(timer);
      // From here on, only the test ends it.
      ended.catch(() => {});
    }
    this.#addresses = await this.#status();
  }

  /** Ends it as a power failure does: no part of it can clean up. */
  async kill(): Promise<void> {
    const child = this.#release();
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** Starts it again with another JWT_SECRET, as after a leak: no access token that was made before is valid. */
  async replaceJwtSecret(): Promise<void> {
    await this.stop();
    const path = join(this.#dataDir, 'secrets.json');
    const jwtSecret = randomBytes(32).toString('base64url');
    const serviceRoleKey = await new SignJWT({ role: 'service_role' })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setExpirationTime('1d')
      .sign(new TextEncoder().encode(jwtSecret));
    const secrets = JSON.parse(await readFile(path, 'utf8')) as object;
    await writeFile(path, JSON.stringify({ ...secrets, jwtSecret, serviceRoleKey }));
    await this.start();
  }

  /** Stops it and deletes its data. */
  async dispose(): Promise<void> {
    // After a kill its database may still be running: a start finds it, and a stop ends it.
    if (!this.#process) await this.start();
    await this.stop();
    await rm(this.#dataDir, { recursive: true, force: true });
  }

  /** Stops it as Ctrl-C does. Its data stays. */
  async stop(): Promise<void> {
    const child = this.#release();
    if (!child || child.exitCode !== null) return;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }

  /** From here on, the caller ends the process. */
  #release(): ChildProcess | undefined {
    const child = this.#process;
    this.#process = undefined;
    this.#guard?.kill();
    return child;
  }

  /** Of the process with gateway, API and sync server. */
  get pid(): number {
    const pid = this.#process?.pid;
    if (pid === undefined) throw new Error('The backend is not running.');
    return pid;
  }

  get addresses(): Addresses {
    if (!this.#addresses) throw new Error('The backend was never started.');
    return this.#addresses;
  }

  /** Rows of a query as the database's superuser, past every policy. */
  async query<Row extends object>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new Client({ connectionString: this.addresses.DATABASE_URL });
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  /**
   * The share of the newest resumable upload that has arrived, read from its files: screens learn of it later. 0 if
   * there is none.
   */
  async arrivedShare(): Promise<number> {
    const folder = join(this.#dataDir, 'uploads');
    const begun = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
    const dated = await Promise.all(
      begun.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
    );
    const newest = dated.sort((a, b) => b.at - a.at)[0]?.name;
    if (newest === undefined) return 0;
    const { length, isDone } = JSON.parse(await readFile(join(folder, newest), 'utf8')) as Pick<
      Upload,
      'length' | 'isDone'
    >;
    // The bytes of a complete one are moved before it is marked as done.
    const part = isDone ? null : await stat(join(folder, newest.replace('.json', '.part'))).catch(() => null);
    return part ? part.size / length : 1;
  }

  async #status(): Promise<Addresses> {
    const state = await readRunState(this.#dataDir);
    if (!state) throw new Error('The backend has left no state.');
    return {
      APP_URL: state.appUrl,
      SUPABASE_ANON_KEY: state.anonKey,
      SUPABASE_SERVICE_ROLE_KEY: state.serviceRoleKey,
      DATABASE_URL: state.databaseUrl,
      JWT_SECRET: state.jwtSecret,
      MAILBOX_URL: `${state.appUrl}/_dev/mail`,
    };
  }

  #options(...more: string[]): string[] {
    return ['--data-dir', this.#dataDir, ...more];
  }
}

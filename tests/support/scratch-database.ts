import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { ScratchCluster, textsOf } from './scratch-cluster.ts';

const ROOT = join(import.meta.dirname, '../..');
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
  const [roles = '', inside = '', storage = ''] = textsOf(
    join(import.meta.dirname, 'supabase-stand-in.sql'),
    join(import.meta.dirname, 'supabase-stand-in-database.sql'),
    join(ROOT, 'local/supabase/sql/storage.sql'),
  );
  const migrations = empty
    ? []
    : textsOf(
        ...readdirSync(MIGRATIONS)
          .toSorted()
          .map((file) => join(MIGRATIONS, file)),
      );
  const cluster = await ScratchCluster.start([roles, inside, storage, ...migrations], async (fresh) => {
    const query = async (database: string, ...texts: string[]): Promise<void> => {
      const client = new pg.Client({ connectionString: fresh.url(database) });
      await client.connect();
      for (const text of texts) await client.query(text);
      await client.end();
    };
    await query('template1', roles, 'create database rangeday');
    await query(
      'rangeday',
      inside.replaceAll(':database', 'rangeday'),
      `begin; ${storage}; commit`,
      'set session authorization postgres',
      ...migrations,
    );
  });
  const clients: pg.Client[] = [];
  const url = cluster.url('rangeday');
  return {
    url,
    async connect() {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      clients.push(client);
      return client;
    },
    async stop() {
      await Promise.allSettled(clients.map((client) => client.end()));
      await cluster.stop();
    },
  };
}

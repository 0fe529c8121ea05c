import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { textsOf } from './cached-folder.ts';
import { TestPostgres } from './test-postgres.ts';
import type { PostgresTemplate } from './test-postgres.ts';

const SUPERUSER = 'supabase_admin';
/** The migrated database that every scratch database is copied from. */
const TEMPLATE = 'rangeday';
/** Socket folder of the Postgres that all test files of a run share; set by scratch-setup.ts. */
export const SHARED_CLUSTER = 'RANGEDAY_TEST_CLUSTER';

export interface ScratchDatabase {
  /** For the superuser, who bypasses row security. */
  readonly url: string;
  /** Another connection, ended by `stop`. */
  connect(): Promise<pg.Client>;
  stop(): Promise<void>;
}

/**
 * A database with Supabase's roles and our migrations: a copy in the shared Postgres, or without one in a new Postgres.
 */
export async function startScratchDatabase(): Promise<ScratchDatabase> {
  const shared = process.env[SHARED_CLUSTER];
  if (shared === undefined) {
    const postgres = await startMigratedPostgres();
    return scratch(postgres.url(TEMPLATE), () => postgres.destroy());
  }
  const urlOf = (database: string) => `postgresql://${SUPERUSER}@${encodeURIComponent(shared)}/${database}`;
  const name = `scratch_${randomUUID().replaceAll('-', '')}`;
  // Counts are published with each act; tests of the pause set their own (tests/security/counts-with-a-pause).
  await query(
    urlOf('postgres'),
    // By default each page goes through the WAL: that takes twice the processor time.
    `create database ${name} template ${TEMPLATE} strategy file_copy`,
    `alter database ${name} set app.count_pause = '0 seconds'`,
  );
  return scratch(urlOf(name), () => query(urlOf('postgres'), `drop database ${name} with (force)`));
}

/** One that exists, and stays. Its role must be a superuser's. */
export const openScratchDatabase = async (url: string): Promise<ScratchDatabase> => scratch(url, async () => {});

/** As a new Supabase project is: roles and schemas, nothing of ours yet. On a TCP port, for the Supabase CLI. */
export async function startEmptyProject(): Promise<ScratchDatabase> {
  const postgres = await TestPostgres.start({ superuser: SUPERUSER, tcp: true });
  await makeProject(postgres);
  return scratch(postgres.url(TEMPLATE), () => postgres.destroy());
}

/** A Postgres with the migrated database; files were applied in order by the ordinary role `postgres`. */
export function startMigratedPostgres(settings?: PostgresTemplate['settings']): Promise<TestPostgres> {
  const migrations = textsOf('supabase/migrations');
  return TestPostgres.start({
    superuser: SUPERUSER,
    ...(settings && { settings }),
    inputs: [...Object.values(standIn()), ...migrations],
    async prepare(postgres) {
      await makeProject(postgres);
      // Names and texts alternate.
      const texts = migrations.filter((_, index) => index % 2 === 1);
      await query(postgres.url(TEMPLATE), 'set session authorization postgres', ...texts);
    },
  });
}

async function makeProject(postgres: TestPostgres): Promise<void> {
  const { roles, inside, storage } = standIn();
  await query(postgres.url('template1'), roles, `create database ${TEMPLATE}`);
  await query(postgres.url(TEMPLATE), inside.replaceAll(':database', TEMPLATE), `begin; ${storage}; commit`);
}

function standIn() {
  const [roles = '', inside = '', storage = ''] = [
    'tests/support/supabase-stand-in.sql',
    'tests/support/supabase-stand-in-database.sql',
    'local/supabase/sql/storage.sql',
  ].map((path) => textsOf(path)[1]);
  return { roles, inside, storage };
}

function scratch(url: string, remove: () => Promise<void>): ScratchDatabase {
  const clients: pg.Client[] = [];
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
      await remove();
    },
  };
}

async function query(url: string, ...texts: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const text of texts) await client.query(text);
  } finally {
    await client.end();
  }
}

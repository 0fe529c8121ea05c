import { SHARED_CLUSTER, startMigratedPostgres } from './scratch-database.ts';
import type { TestPostgres } from './test-postgres.ts';

let postgres: TestPostgres | undefined;

/**
 * Runs once before the pg tests: starts the Postgres in which each file gets its database. Tests of a hosted project
 * need none.
 */
export async function setup(): Promise<void> {
  if (process.env['SUPABASE_URL'] !== undefined) return;
  postgres = await startMigratedPostgres();
  process.env[SHARED_CLUSTER] = postgres.directory;
}

export async function teardown(): Promise<void> {
  await postgres?.destroy();
}

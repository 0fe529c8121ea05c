import { SHARED_CLUSTER, startMigratedPostgres } from './scratch-database.ts';
import type { TestPostgres } from './test-postgres.ts';

let postgres: TestPostgres;

/** Runs once before the pg tests: starts the Postgres in which each file gets its database. */
export async function setup(): Promise<void> {
  postgres = await startMigratedPostgres();
  process.env[SHARED_CLUSTER] = postgres.directory;
}

export function teardown(): Promise<void> {
  return postgres.destroy();
}

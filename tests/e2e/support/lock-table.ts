import { expect } from '@playwright/test';
import { Client } from 'pg';

import type { Backend } from '../../support/backend.ts';

interface TableLock {
  /** Waits until another transaction waits for the lock. */
  waitedFor(): Promise<void>;
}

/** Locks a table until the connection is ended: by a killed backend or by an administrator. */
export async function lockTable(backend: Backend, table: string): Promise<TableLock> {
  const client = new Client({ connectionString: backend.addresses.DATABASE_URL });
  // The tests end this connection.
  client.on('error', () => {});
  await client.connect();
  await client.query(`begin; lock table ${table} in access exclusive mode`);
  return {
    waitedFor: () =>
      expect
        .poll(() => backend.query('select 1 from pg_locks where relation = $1::regclass and not granted', [table]))
        .not.toEqual([]),
  };
}

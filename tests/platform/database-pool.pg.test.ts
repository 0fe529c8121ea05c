import { afterAll, beforeAll, expect, test } from 'vitest';

import { createPool } from '../../local/postgres/pool.ts';
import { type ScratchDatabase, startScratchDatabase } from '../support/scratch-database.ts';

let database: ScratchDatabase;

beforeAll(async () => {
  database = await startScratchDatabase();
});
afterAll(() => database.stop());

test('a connection that ends while it is in use fails its queries, not the process, and is replaced', async () => {
  const pool = createPool({ connectionString: database.url, max: 1 });
  const other = await database.connect();
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  // Not `once`, which listens for errors too.
  const ended = new Promise<void>((resolve) => void client.on('end', resolve));
  await other.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  // Without its listener the pool's connection reports an uncaught error here, with which the test fails.
  await ended;
  await expect(client.query('select 1')).rejects.toThrow();
  client.release();
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  await pool.end();
});

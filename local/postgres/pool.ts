import { Pool, type PoolConfig } from 'pg';

/** A pool in which a lost connection fails its queries and nothing else. The pool replaces it. */
export function createPool(options: PoolConfig): Pool {
  const pool = new Pool(options);
  pool.on('error', () => {});
  // The pool's own listener is removed while a connection is in use. Without any, its loss would end the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

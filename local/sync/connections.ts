import { Client } from 'pg';
import type { ClientConfig, Pool } from 'pg';
import { createPool } from '../postgres/pool.ts';

/** Makes Postgres print values in one fixed format, for snapshots and for replication. */
const sessionOptions = [
  'TimeZone=UTC',
  'DateStyle=ISO',
  'IntervalStyle=postgres',
  'bytea_output=hex',
  'extra_float_digits=1',
]
  .map((setting) => `-c ${setting}`)
  .join(' ');

const asText: ClientConfig['types'] = { getTypeParser: () => (text: string) => text };

/** A client that returns every value as Postgres text. */
export function textClient(databaseUrl: string, options: ClientConfig & { replication?: string } = {}): Client {
  const client = new Client({
    connectionString: databaseUrl,
    options: sessionOptions,
    application_name: 'embedded_sync',
    types: asText,
    ...options,
  });
  // Without a listener a lost connection would end the process; queries and `end` report the error.
  client.on('error', () => {});
  return client;
}

/** A pool of such clients. */
export function textPool(databaseUrl: string): Pool {
  return createPool({
    connectionString: databaseUrl,
    options: sessionOptions,
    application_name: 'embedded_sync',
    types: asText,
    max: 3,
  });
}

export function smallPool(databaseUrl: string): Pool {
  return createPool({ connectionString: databaseUrl, max: 2, application_name: 'embedded_sync' });
}

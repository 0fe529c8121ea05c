import type { Client } from 'pg';

/**
 * Makes sure that the publication exists and that write checkpoints travel in it. Idempotent. In production the
 * PowerSync service keeps write checkpoints itself; this schema is only for the embedded server.
 */
export async function prepareDatabase(client: Client): Promise<void> {
  await client.query(`
    create schema if not exists embedded_sync;
    create table if not exists embedded_sync.write_checkpoints (
      user_key text primary key,
      id bigint not null
    );
    revoke all on schema embedded_sync from public;`);
  const { rows } = await client.query(`select puballtables from pg_publication where pubname = 'powersync'`);
  if (rows.length === 0) {
    await client.query('create publication powersync for all tables');
    return;
  }
  const listed = await client.query(
    `select 1 from pg_publication_tables
      where pubname = 'powersync' and schemaname = 'embedded_sync' and tablename = 'write_checkpoints'`,
  );
  if (listed.rows.length === 0) {
    await client.query('alter publication powersync add table embedded_sync.write_checkpoints');
  }
}

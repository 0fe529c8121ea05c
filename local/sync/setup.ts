import type { Client } from 'pg';

/** Of the messages in the write-ahead log by which loads know how far replication has come. */
export const markerPrefix = 'embedded_sync';

// Rows that nobody asked for are not kept here, so a change must bring its whole row along, unchanged long values too. In production
// the PowerSync service keeps all rows and needs no such thing.
const wholeRows = `
  do $$
  declare one regclass;
  begin
    for one in
      select c.oid from pg_publication_tables p
        join pg_namespace n on n.nspname = p.schemaname
        join pg_class c on c.relnamespace = n.oid and c.relname = p.tablename
       where p.pubname = 'powersync' and c.relreplident <> 'f'
    loop
      execute format('alter table %s replica identity full', one);
    end loop;
  end $$`;

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
  }
  const listed = await client.query(
    `select 1 from pg_publication_tables
      where pubname = 'powersync' and schemaname = 'embedded_sync' and tablename = 'write_checkpoints'`,
  );
  if (listed.rows.length === 0) {
    await client.query('alter publication powersync add table embedded_sync.write_checkpoints');
  }
  await client.query(wholeRows);
}

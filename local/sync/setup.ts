import type { Client } from 'pg';

/** Prefix of the WAL messages that tell loads how far replication has come. */
export const markerPrefix = 'embedded_sync';

// Rows of partitions that are not loaded are not stored here, so a change must contain its whole row, unchanged long
// values too. In production the PowerSync service stores all rows and does not need this.
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
 * Creates the publication if necessary and adds write checkpoints to it. Idempotent. In production the PowerSync
 * service stores write checkpoints itself; this schema is only for the embedded server.
 */
export async function prepareDatabase(client: Client): Promise<void> {
  await client.query(`
    create schema if not exists embedded_sync;
    create table if not exists embedded_sync.write_checkpoints (
      user_key text primary key,
      id bigint not null
    );
    alter table embedded_sync.write_checkpoints
      add column if not exists user_id text not null default '',
      add column if not exists used_at timestamptz not null default now();
    create index if not exists write_checkpoints_by_user on embedded_sync.write_checkpoints (user_id, used_at);
    create index if not exists write_checkpoints_by_use on embedded_sync.write_checkpoints (used_at);
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

-- Runs once, as superuser, when the database of deploy/compose.yaml is created: passwords of Supabase's roles, and the role of the sync
-- service. It reads every row, because sync-rules.yaml and not row level security decides what it sends (docs/security.md).
\set password `echo "$POSTGRES_PASSWORD"`
\set sync_password `echo "$SYNC_PASSWORD"`
alter role authenticator with password :'password';
alter role supabase_auth_admin with password :'password';
alter role supabase_storage_admin with password :'password';

create role powersync with login replication bypassrls password :'sync_password';
grant usage on schema public to powersync;
grant select on all tables in schema public to powersync;
alter default privileges for role postgres in schema public grant select on tables to powersync;

-- The roles, schemas and default grants of a fresh hosted project. Each statement may run again.
do $$
declare
  wanted record;
begin
  for wanted in select * from (values
    ('anon', 'nologin noinherit'),
    ('authenticated', 'nologin noinherit'),
    ('service_role', 'nologin noinherit bypassrls'),
    ('authenticator', 'nologin noinherit'),
    ('supabase_admin', 'nologin createrole createdb replication bypassrls'),
    ('supabase_auth_admin', 'nologin noinherit createrole'),
    ('supabase_storage_admin', 'nologin noinherit createrole'),
    ('supabase_replication_admin', 'nologin replication'),
    -- The Data API's own login. It is no superuser and obeys row level security, so `reset role` in a function gains nothing.
    ('rangeday_data_api', 'nologin inherit nobypassrls')
  ) as list (name, attributes) loop
    if not exists (select from pg_roles where rolname = wanted.name) then
      execute format('create role %I %s', wanted.name, wanted.attributes);
    end if;
  end loop;
end $$;

grant anon, authenticated, service_role to authenticator, postgres, supabase_storage_admin, rangeday_data_api;
-- Read by the Data API at each request, as PostgREST does.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
-- Of the log-in: they also hold for service_role, which has none of its own.
alter role authenticator set statement_timeout = '8s';
alter role authenticator set lock_timeout = '8s';
alter role rangeday_data_api set statement_timeout = '8s';
alter role rangeday_data_api set lock_timeout = '8s';

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
grant usage on schema public, extensions, auth, storage to anon, authenticated, service_role, postgres;
grant usage on schema public, extensions to supabase_auth_admin, supabase_storage_admin;
grant usage on schema auth to supabase_storage_admin;
grant all on schema auth to supabase_auth_admin;
grant all on schema storage to supabase_storage_admin;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;
create extension if not exists citext with schema extensions;
create extension if not exists pg_trgm with schema extensions;

do $$ begin
  execute format('alter database %I set search_path to "$user", public, extensions', current_database());
end $$;

alter default privileges for role postgres in schema public grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public grant all on sequences to postgres, anon, authenticated, service_role;

-- What a fresh Supabase database has before our migrations: the roles, auth.users, auth.uid(), generous default grants.
-- Role postgres is no superuser there, so it is none here: a migration that needs more would fail in this suite too.
create role anon nologin;
create role authenticated nologin;
create role service_role nologin bypassrls;
create role authenticator noinherit login;
create role supabase_storage_admin nologin noinherit;
create role postgres login createrole createdb replication bypassrls;
grant anon, authenticated, service_role to authenticator, postgres;
-- Hosted, postgres may write policies on storage.objects without owning it; plain Postgres knows that right only as the owner's.
grant supabase_storage_admin to postgres;

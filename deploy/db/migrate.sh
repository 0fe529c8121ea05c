#!/bin/sh
# Applies the migrations of a folder that the database does not have, in order, each in one transaction. Uses the same table as the
# Supabase CLI and local/migrations/migrate.ts. The connection comes from the PG* variables. Usage: migrate.sh <folder>
set -eu
folder=$1
sql() { psql -X -q -v ON_ERROR_STOP=1 "$@"; }

sql -c "set client_min_messages = warning;
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text not null primary key);
  alter table supabase_migrations.schema_migrations add column if not exists statements text[];
  alter table supabase_migrations.schema_migrations add column if not exists name text;"

for file in "$folder"/*.sql; do
  base=$(basename "$file" .sql)
  version=${base%%_*}
  name=${base#*_}
  case $version in *[!0-9]* | '') echo "$base.sql is not a migration file name." >&2; exit 1 ;; esac
  known=$(sql -At -c "select 1 from supabase_migrations.schema_migrations where version = '$version'")
  [ -z "$known" ] || continue
  sql --single-transaction -f "$file" \
    -c "insert into supabase_migrations.schema_migrations (version, name) values ('$version', '$name')"
  echo "Applied $base."
done
# PostgREST caches the tables.
sql -c "notify pgrst, 'reload schema'"

#!/bin/sh
# Replaces database PGDATABASE by a dump. Stop all services that use it before. The present database is kept under another name, which the
# last line prints, and comes back if the dump cannot be restored. The roles must exist. Usage: restore-dump.sh <folder of the dump>
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
dump=$1/database.dump
name=${PGDATABASE:-postgres}
old=${name}_$(date -u +%Y%m%d_%H%M%S)
check_sums "$1" database.dump
sql() { psql -X -q -At -v ON_ERROR_STOP=1 -d template1 "$@"; }

entries=$(mktemp)
state=untouched
undo() {
  status=$?
  rm -f "$entries" "$entries.counts"
  case $state in
    aside) sql -c "drop database if exists \"$name\" with (force)" -c "alter database \"$old\" rename to \"$name\"" ;;
  esac
  case $state in
    aside | closed)
      sql -c "alter database \"$name\" with allow_connections true"
      echo "The dump could not be restored. The database is as before." >&2
      ;;
  esac
  exit "$status"
}
trap undo EXIT
trap 'exit 1' INT TERM

pg_restore --create --list "$dump" | grep -E '^[0-9]+; [0-9]+ [0-9]+ ((ACL|COMMENT|SECURITY LABEL) - )?DATABASE ' > "$entries" ||
  fail "$dump is no dump of a database."
grep -q " DATABASE - $name " "$entries" || fail "$dump is no dump of database $name."

users=$(sql -c "select string_agg(distinct concat_ws(' ', usename, application_name, client_addr), ', ') from pg_stat_activity
  where datname = '$name' and backend_type in ('client backend', 'walsender') and application_name <> 'pg_cron'")
[ -z "$users" ] || fail "Stop these first, which use the database: $users."

# pg_cron and pg_net have processes that connect again as soon as they are ended, but not to a database that allows no connections. A
# replication slot of the present database would stop its removal; the sync service makes a new one.
state=closed
sql -c "alter database \"$name\" with allow_connections false" \
  -c "select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '$name'" \
  -c "select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = '$name' and not active" \
  -c "alter database \"$name\" rename to \"$old\"" > /dev/null
state=aside

# First the empty database with its settings, so that it can be closed to all but superusers: services and jobs of pg_cron must not use a
# part of it.
pg_restore --create --use-list="$entries" --exit-on-error --dbname=template1 "$dump"
limit=$(sql -c "select datconnlimit from pg_database where datname = '$name'" -c "alter database \"$name\" connection limit 0")
pg_restore --exit-on-error --dbname="$name" "$dump"

awk '{ table = $0; sub(/ [0-9]+$/, "", table); text = table; gsub(/\047/, "\047\047", text)
  print (NR > 1 ? "union all " : "") "select \047" text " \047 || count(*) from " table }' "$1/rows" > "$entries"
sql -d "$name" -f "$entries" > "$entries.counts"
# More is no fault: extensions bring rows of their own.
awk '{ table = $0; sub(/ [0-9]+$/, "", table) }
  NR == FNR { found[table] = $NF + 0; next }
  !(table in found) || found[table] < $NF + 0 { print table " has " found[table] + 0 " of " $NF " rows."; lacking = 1 }
  END { exit lacking }' "$entries.counts" "$1/rows" >&2
sql -d "$name" -c 'analyze' -c "alter database \"$name\" connection limit $limit"
state=restored
echo "Restored $name from $1, with $(awk '{ rows += $NF } END { print rows }' "$1/rows") rows in $(grep -c '' "$1/rows") tables." \
  "The former database is $old, which allows no connections: drop it when the new one is right."

#!/bin/sh
# Replaces database PGDATABASE by a dump. Stop all services that use it before. The present database is kept under another name, which the
# last line prints, and comes back if the dump cannot be restored. The roles must exist. Usage: restore-dump.sh <file>
set -eu
file=$1
name=${PGDATABASE:-postgres}
old=${name}_$(date -u +%Y%m%d_%H%M%S)
pg_restore --list "$file" > /dev/null
sql() { psql -X -q -At -v ON_ERROR_STOP=1 -d template1 "$@"; }

# A replication slot of the present database would stop its removal; the sync service makes a new one.
sql -c "select pg_drop_replication_slot(slot_name) from pg_replication_slots where database = '$name' and not active" > /dev/null
sql -c "alter database \"$name\" rename to \"$old\""
back() {
  sql -c "drop database if exists \"$name\" with (force)" -c "alter database \"$old\" rename to \"$name\""
  echo "The dump could not be restored. The database is as before." >&2
  exit 1
}
# --create also restores the settings of the database.
pg_restore --create --exit-on-error --dbname=template1 "$file" || back
sql -d "$name" -c 'analyze'
echo "Restored $name from $file. The former database is $old: drop it when the new one is right."

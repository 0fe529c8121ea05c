#!/bin/sh
# Writes the whole database to /backups/dumps with pg_dump, and keeps the newest BACKUP_KEEP. The connection of a superuser comes from the
# PG* variables.
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
begin dumps
pg_dump --format=custom --file=database.dump
# Reads the whole file: one that was cut off is an error.
pg_restore --data-only --file=data database.dump
# How many rows of each table are in it: a line of COPY is a row. restore-dump.sh compares them.
awk '!inside && /^COPY .* FROM stdin;$/ {
    table = $0; sub(/^COPY /, "", table); sub(/ (\(.*\))? ?FROM stdin;$/, "", table); rows = 0; inside = 1; next
  }
  inside && $0 == "\\." { print table, rows; inside = 0; next }
  inside { rows++ }' data | LC_ALL=C sort > rows
rm data
[ -s rows ] || fail "The dump contains no table."
finish

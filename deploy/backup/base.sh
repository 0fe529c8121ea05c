#!/bin/sh
# Copies the files of the running database to /backups/base, the start of a restore to a point in time (restore-base.sh). Keeps the newest
# BACKUP_KEEP copies, and the WAL since the oldest of them. Needs psql, a superuser's connection in the PG* variables, and PGDATA.
set -eu
umask 077
backups=${BACKUPS:-/backups}
keep=${BACKUP_KEEP:-14}
name=$(date -u +%Y%m%dT%H%M%SZ)
draft=$backups/base/$name.part
mkdir -p "$draft"
trap 'rm -rf "$draft"' EXIT
cd "$draft"

# One session, because the backup ends with its connection. pg_backup_stop waits until the WAL is in the archive. tar returns 1 when a
# file changed while it was read, which replaying the WAL repairs.
PGOPTIONS='-c statement_timeout=30min' psql -X -q -At -v ON_ERROR_STOP=1 -f - <<'SQL'
select pg_walfile_name(pg_backup_start('rangeday', true)) \g first-wal
\! tar -C "$PGDATA" --exclude=./postmaster.pid --exclude=./postmaster.opts --exclude=./pg_wal/* --exclude=./pg_replslot/* -czf files.tar.gz . || [ $? -eq 1 ] || touch failed
select labelfile from pg_backup_stop() \g backup_label
SQL
if [ -e failed ] || [ ! -s backup_label ] || [ ! -s first-wal ]; then
  echo "The base backup failed." >&2
  exit 1
fi
gzip -t files.tar.gz
sync
mv "$draft" "$backups/base/$name"

cd "$backups/base"
ls -1d ./*Z | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -rf "$old"; done
# Names of WAL files are timeline (8 digits) and position (16 digits).
oldest=$(ls -1d ./*Z | sort | head -n 1)
needed=$(cut -c 9-24 "$oldest/first-wal")
ls -1 "$backups/wal" | awk -v needed="$needed" '/^[0-9A-F]{24}/ && substr($0, 9, 16) "" < needed ""' |
  while read -r file; do rm -f "$backups/wal/$file"; done
echo "Wrote $backups/base/$name."

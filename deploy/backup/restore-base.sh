#!/bin/sh
# Prepares an empty folder as the database at a point in time: a base backup, and settings that replay the archived WAL when Postgres
# starts on it. Usage: restore-base.sh <base backup> <empty folder> [<time, such as 2026-11-23 18:00:00+00>]
# Without a time, everything in the archive is replayed.
set -eu
base=$1
data=$2
time=${3:-}
wal=${BACKUPS:-/backups}/wal
for file in files.tar.gz backup_label; do
  [ -s "$base/$file" ] || { echo "$base is not a base backup: it contains no $file." >&2; exit 1; }
done
mkdir -p "$data"
[ -z "$(ls -A "$data")" ] || { echo "$data is not empty." >&2; exit 1; }
tar -C "$data" -xzf "$base/files.tar.gz"
cp "$base/backup_label" "$data/backup_label"
mkdir -p "$data/pg_wal/archive_status" "$data/pg_replslot"
chmod 700 "$data"
{
  echo "restore_command = 'test -f \"$wal/%f.gz\" && gzip -dc \"$wal/%f.gz\" > \"%p\"'"
  echo "recovery_target_action = 'promote'"
  [ -z "$time" ] || echo "recovery_target_time = '$time'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
echo "$data is ready: start Postgres on it."

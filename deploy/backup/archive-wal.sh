#!/bin/sh
# Postgres's archive_command: stores one WAL file in /backups/wal, compressed. Usage: archive-wal.sh %p %f
# Postgres deletes its file only after exit code 0, and repeats the call otherwise, so a file is complete or absent.
set -eu
umask 077
source=$1
name=$2
folder=${BACKUPS:-/backups}/wal
target=$folder/$name.gz
mkdir -p "$folder"
if [ -e "$target" ] && gzip -t "$target" 2> /dev/null; then
  # After a crash Postgres may send a file again. Another file of the same name belongs to another database.
  if gzip -dc "$target" | cmp -s - "$source"; then
    sync "$target" "$folder"
    exit 0
  fi
  echo "$target exists and is different: this folder belongs to another database." >&2
  exit 1
fi
# Absent, or cut off by a crash of the machine: then it is replaced.
trap 'rm -f "$target.part"' EXIT
gzip -c "$source" > "$target.part"
gzip -dc "$target.part" | cmp -s - "$source"
sync "$target.part"
mv "$target.part" "$target"
sync "$folder"

#!/bin/sh
# Writes the whole database to /backups/dumps with pg_dump and keeps the newest BACKUP_KEEP files. The connection of a superuser comes from
# the PG* variables. A dump that fails leaves no file.
set -eu
umask 077
backups=${BACKUPS:-/backups}
keep=${BACKUP_KEEP:-14}
name=$backups/dumps/$(date -u +%Y%m%dT%H%M%SZ).dump
mkdir -p "$backups/dumps"
trap 'rm -f "$name.part"' EXIT
pg_dump --format=custom --file="$name.part"
# Reads the whole file: one that was cut off is an error.
pg_restore --file=/dev/null "$name.part"
sync "$name.part"
mv "$name.part" "$name"
ls -1 "$backups"/dumps/*.dump | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -f "$old"; done
echo "Wrote $name."

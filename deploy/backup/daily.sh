#!/bin/sh
# The service `backup` of deploy/compose.yaml: once a day a dump, a base backup and a copy of the stored files. A failure is logged, and the
# other two still run.
set -u
umask 077
backups=${BACKUPS:-/backups}
keep=${BACKUP_KEEP:-14}
files() {
  name=$backups/files/$(date -u +%Y%m%dT%H%M%SZ).tar.gz
  mkdir -p "$backups/files"
  tar -C /storage -czf "$name.part" . && mv "$name.part" "$name" || return 1
  ls -1 "$backups"/files/*.tar.gz | sort -r | tail -n "+$((keep + 1))" | while read -r old; do rm -f "$old"; done
  echo "Wrote $name."
}
while true; do
  sh /opt/backup/dump.sh || echo "The dump failed." >&2
  sh /opt/backup/base.sh || echo "The base backup failed." >&2
  files || echo "The copy of the stored files failed." >&2
  sleep 86400
done

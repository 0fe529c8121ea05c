#!/bin/sh
# Copies the files of the running database to /backups/base, the start of a restore to a point in time (restore-base.sh). Keeps the newest
# BACKUP_KEEP copies, and the WAL since the oldest of them. The connection of a superuser comes from the PG* variables.
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
begin base

# Waits until the WAL that the copy needs is in the archive, in vain if archiving fails.
timeout 6h pg_basebackup --pgdata=. --format=tar --gzip --wal-method=none --checkpoint=fast --label=rangeday \
  --manifest-checksums=SHA256 --no-password

# What was written is read again: it must have exactly the files of the server's list. Their contents are compared at the restore.
manifest backup_manifest '\2 \1' > files
sizes_in base.tar.gz > written
cmp files written > /dev/null || fail "The base backup is not what the database sent."
rm files written
tar -xzOf base.tar.gz backup_label | sed -n 's/^START WAL LOCATION: .* (file \([0-9A-F]*\))$/\1/p' > first-wal
grep -qxE '[0-9A-F]{24}' first-wal || fail "The base backup names no WAL file."
finish

# Names of WAL files are timeline (8 digits) and position (16 digits).
oldest=$(ls -1d "$backups/base"/*Z | sort | head -n 1)
needed=$(cut -c 9-24 "$oldest/first-wal")
ls -1 "$backups/wal" | grep -E '^[0-9A-F]{24}' | awk -v needed="x$needed" '"x" substr($0, 9, 16) < needed' |
  while read -r file; do rm -f "$backups/wal/$file"; done

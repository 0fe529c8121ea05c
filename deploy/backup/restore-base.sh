#!/bin/sh
# Prepares an empty folder as the database at a point in time: a base backup, and settings that replay the archived WAL when Postgres
# starts on it. Usage: restore-base.sh <base backup> <empty folder> [<time, such as 2026-11-23 18:00:00+00>]
# Without a time, everything in the archive is replayed.
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
base=$1
data=$2
time=${3:-}
wal=$backups/wal
check_sums "$base" base.tar.gz
mkdir -p "$data"
[ -z "$(ls -A "$data")" ] || fail "$data is not empty."

# Postgres takes a missing or damaged WAL file for the end of the archive, and would start without what follows. A file of 16 MB is named by
# its timeline and its position, 8 and 16 digits. Each restore began a timeline: the last history file lists where.
number() { echo $((0x$1)); }
position() { echo $(($(number "$(echo "$1" | cut -c 9-16)") * 256 + $(number "$(echo "$1" | cut -c 17-24)"))); }
next=$(position "$(cat "$base/first-wal")")
begins="0:$(number "$(cut -c 1-8 "$base/first-wal")")"
history=$(ls -1 "$wal" | grep -E '^[0-9A-F]{8}\.history\.gz$' | sort | tail -n 1)
if [ -n "$history" ]; then
  # Lines are: timeline, end as <high>/<low>. The next timeline is that of the next line.
  gzip -dc "$wal/$history" | grep -E '^[0-9]+' > "$data.history"
  starts=$(cut -f 2 "$data.history" | while IFS=/ read -r high low; do echo $((0x$high * 256 + 0x$low / 16777216)); done)
  timelines="$(cut -f 1 "$data.history" | tail -n +2) $(number "$(echo "$history" | cut -c 1-8)")"
  rm "$data.history"
  for timeline in $timelines; do
    begins="$begins $(echo "$starts" | head -n 1):$timeline"
    starts=$(echo "$starts" | tail -n +2)
  done
fi
# Of the last timeline: a former one can have files after the moment that was restored.
newest=$(ls -1 "$wal" | grep -E "^$(printf '%08X' "${begins##*:}")[0-9A-F]{16}\.gz$" | sort | tail -n 1)
if [ -n "$newest" ]; then last=$(position "$newest"); else last=${begins##* } last=$((${last%:*} - 1)); fi
[ "$last" -ge "$next" ] || last=$next
while [ "$next" -le "$last" ]; do
  for begin in $begins; do [ "${begin%:*}" -gt "$next" ] || timeline=${begin#*:}; done
  file=$wal/$(printf '%08X%08X%08X' "$timeline" $((next / 256)) $((next % 256))).gz
  gzip -t "$file" || fail "The archive has a gap: $file is missing or damaged." \
    "To restore what is before it, move all files that follow it to another folder."
  next=$((next + 1))
done

tar -C "$data" -xzf "$base/base.tar.gz"
manifest "$base/backup_manifest" '\3  \1' | (cd "$data" && sha256sum --quiet --check -) || fail "$data is not as in the backup."
chmod 700 "$data"
{
  echo "restore_command = 'test -f \"$wal/%f.gz\" && gzip -dc \"$wal/%f.gz\" > \"%p\"'"
  echo "recovery_target_action = 'promote'"
  [ -z "$time" ] || echo "recovery_target_time = '$time'"
} >> "$data/postgresql.auto.conf"
touch "$data/recovery.signal"
# The user of the archive is the user of Postgres.
[ "$(id -u)" -ne 0 ] || chown -R --reference="$wal" "$data"
echo "$data is ready: start Postgres on it."

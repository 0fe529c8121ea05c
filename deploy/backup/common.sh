# Read by the other scripts of this folder. A backup is a folder with a list of checksums; while it is written, its name ends with .part.
backups=${BACKUPS:-/backups}
keep=${BACKUP_KEEP-14}
umask 077

fail() {
  echo "$*" >&2
  exit 1
}

# rotate <kind>: deletes all but the newest backups. What `finish` has just written stays also if the clock was set back and others have
# newer names.
rotate() {
  written=${2:-}
  others=$keep
  [ -z "$written" ] || others=$((keep - 1))
  ls -1d "$backups/$1"/*Z 2> /dev/null | grep -vxF -e "$written" | sort -r | tail -n "+$((others + 1))" |
    while read -r old; do rm -rf "$old"; done
}

# begin <kind>: enters the empty folder of a new backup, which is deleted again unless `finish` is reached.
begin() {
  kind=$1
  case $keep in '' | *[!0-9]* | 0 | 1) fail "BACKUP_KEEP is not a number from 2." ;; esac
  mkdir -p "$backups/$kind"
  # Two at a time would delete each other's drafts.
  exec 9> "$backups/$kind/.lock"
  flock -n 9 || fail "Another backup of $kind is running."
  # What a backup left that was killed, and what a lower BACKUP_KEEP no longer keeps: both can be what fills the disk.
  rm -rf "$backups/$kind"/*.part
  rotate "$kind"
  backup=$backups/$kind/$(date -u +%Y%m%dT%H%M%SZ)
  [ ! -e "$backup" ] || fail "$backup exists."
  mkdir "$backup.part"
  trap 'rm -rf "$backup.part"' EXIT
  cd "$backup.part"
}

# The contents have been checked. Only a backup that is on the disk replaces an older one.
finish() {
  sha256sum -- * > SHA256SUMS
  sync -- *
  mv "$backup.part" "$backup"
  sync "$backups/$kind"
  rotate "$kind" "$backup"
  echo "Wrote $backup."
}

# check_sums <backup> <file that it must contain>
check_sums() {
  [ -s "$1/$2" ] && [ -s "$1/SHA256SUMS" ] || fail "$1 is no backup: it lacks $2 or SHA256SUMS."
  (cd "$1" && sha256sum --quiet --check SHA256SUMS) || fail "$1 is damaged."
}

# sizes_in <archive>: size and name of each file, in order. Fails if the archive was cut off.
sizes_in() {
  tar -tvzf "$1" --quoting-style=literal > "$1.list"
  sed -nE 's/^-\S+ \S+ +([0-9]+) \S+ \S+ (.*)$/\1 \2/p' "$1.list" | LC_ALL=C sort
  rm "$1.list"
}

# manifest <backup_manifest> <format>: the files of a base backup, one line each, in order; \1 is the name, \2 the size, \3 the checksum.
manifest() {
  # Its last line, without which it was cut off.
  grep -q '^"Manifest-Checksum": "[0-9a-f]*"}$' "$1" || fail "$1 is damaged."
  sed -nE "s/^\{ \"Path\": \"([^\"]*)\", \"Size\": ([0-9]+), .*\"Checksum\": \"([0-9a-f]*)\" \}.*/$2/p" "$1" | LC_ALL=C sort
}

#!/bin/sh
# Unpacks a copy of the stored files to an empty folder. Usage: restore-files.sh <copy> <empty folder>
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
copy=$1
folder=$2
check_sums "$copy" files.tar.gz
[ -d "$folder" ] && [ -z "$(ls -A "$folder")" ] || fail "$folder is no empty folder."
problems=$(mktemp)
trap 'rm -f "$problems" "$problems.list"' EXIT
# tar only warns when the file system keeps no extended attributes: Storage would serve every file without its type.
tar -C "$folder" --xattrs --preserve-permissions -xzf "$copy/files.tar.gz" 2> "$problems" && [ ! -s "$problems" ] || {
  cat "$problems" >&2
  fail "The files could not be restored."
}
(cd "$folder" && find . -type f -printf '%s %p\n') | LC_ALL=C sort > "$problems.list"
cmp "$problems.list" "$copy/list" || fail "The files in $folder are not those of the copy."
echo "Restored $(grep -c '' "$copy/list") files."

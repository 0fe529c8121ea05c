#!/bin/sh
# Copies the stored files of members to /backups/files, and keeps the newest BACKUP_KEEP copies.
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
storage=${STORAGE:-/storage}
list() { (cd "$storage" && find . -type f -printf '%s %p\n') | LC_ALL=C sort; }
begin files
list > before
# Storage keeps the type and the cache time of a file in extended attributes. Status 1: a file changed or went while it was read.
tar -C "$storage" --xattrs -czf files.tar.gz . || [ $? -eq 1 ]
list > after
# What was written is read again. Files that nobody changed meanwhile must be in it.
sizes_in files.tar.gz > list
LC_ALL=C comm -12 before after | LC_ALL=C comm -23 - list > missing
[ ! -s missing ] || fail "The copy lacks $(grep -c '' missing) files, such as $(head -n 1 missing | cut -d ' ' -f 2-)."
rm before after missing
finish

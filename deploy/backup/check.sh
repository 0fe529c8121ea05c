#!/bin/sh
# Health check of the service `backup`: fails when a backup of a kind is missing or older than 30 hours.
set -eu
. "$(cd "$(dirname "$0")" && pwd)/common.sh"
for kind in dumps base files; do
  [ -n "$(find "$backups/$kind" -maxdepth 1 -name '*Z' -mmin -1800 2> /dev/null)" ] || fail "No new backup in $kind."
done

#!/bin/sh
# The service `backup` of deploy/compose.yaml: once a day a dump, a base backup and a copy of the stored files, in this order, so that the
# files of all restored rows are there. However often the service is started, it makes no second one within the day, which would delete an
# older one; one that failed is tried again after an hour, and the others still run.
set -u
scripts=$(cd "$(dirname "$0")" && pwd)
. "$scripts/common.sh"
while true; do
  for name in dumps base files; do
    [ -z "$(find "$backups/$name" -maxdepth 1 -name '*Z' -mmin -1435 2> /dev/null)" ] || continue
    sh "$scripts/$name.sh" || echo "The backup of $name failed." >&2
  done
  sleep 3600
done

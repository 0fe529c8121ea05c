#!/bin/sh
# The service `backup` of deploy/compose.yaml: once a day a dump, a base backup and a copy of the stored files, in this order, so that the
# files of all restored rows are there. A failure is logged, and the others still run.
set -u
while true; do
  next=$(($(date +%s) + 86400))
  for name in dump base files; do
    sh "/opt/backup/$name.sh" || echo "The backup by $name.sh failed." >&2
  done
  left=$((next - $(date +%s)))
  [ "$left" -le 0 ] || sleep "$left"
done

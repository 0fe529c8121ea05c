#!/bin/sh
# Calls the functions that a hosted project's scheduler calls. Usage: jobs.sh <base address of the functions>
set -u
# call <base> <function> <JSON>
call() {
  # The key comes from a file, because arguments are visible to other processes.
  printf 'header = "authorization: Bearer %s"\n' "$SUPABASE_SERVICE_ROLE_KEY" |
    curl --silent --show-error --fail --output /dev/null --max-time 60 --config - \
      --header 'content-type: application/json' --data "$3" "$1/$2" || echo "$2 failed." >&2
}
# A call of run-jobs may take half a minute, for which counts do not wait.
while true; do
  call "$1" run-jobs '{"only":"publish_counts"}'
  sleep 3
done &
while true; do
  call "$1" run-jobs '{}'
  for _ in 1 2 3 4 5 6; do
    call "$1" send-pushes '{}'
    sleep 10
  done
done

#!/bin/sh
# Removes base backups older than the given days, except the newest two, and log segments that no remaining backup
# needs. Also removes the remains of a killed take.sh, unless one is running.
#   prune.sh <backups folder> <archive folder> <days>
set -eu
backups=$1 archive=$2 days=$3
. "$(dirname "$(readlink -f "$0")")/programs.sh"
(
  flock -x -n 9 || exit 0
  rm -rf "$backups"/base/.*.part
) 9<>"$backups/base/.lock"
kept=$(ls -1d "$backups"/base/[0-9]* | tail -n 2)
oldest=$(date -u -d "$days days ago" +%Y%m%dT%H%M%SZ)
for base in "$backups"/base/[0-9]*; do
  case $kept in *"$base"*) continue ;; esac
  # Names are times and sort chronologically.
  if [ "$(printf '%s\n%s\n' "$(basename "$base")" "$oldest" | sort | head -n 1)" = "$(basename "$base")" ]; then rm -r "$base"; fi
done
first=$(ls -1d "$backups"/base/[0-9]* | head -n 1)
segment=$(sed -n 's/^START WAL LOCATION: .*(file \([0-9A-F]*\))$/\1/p' "$first/backup_label")
pg_archivecleanup "$archive" "$segment"

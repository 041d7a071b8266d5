#!/bin/sh
# Takes a base backup of the running PostgreSQL and verifies it. Prints its path. A failed run removes its files.
#   take.sh <backups folder>
# PGHOST, PGPORT, PGUSER (procurement_replication) and PGPASSWORD or ~/.pgpass define the connection.
set -eu
backups=$1
. "$(dirname "$(readlink -f "$0")")/programs.sh"
name=$(date -u +%Y%m%dT%H%M%SZ)
part=$backups/base/.$name.part
mkdir -p "$backups/base"
# prune.sh removes unfinished backups only if it gets this lock. The kernel releases it whenever this run ends.
exec 9<>"$backups/base/.lock"
flock -s 9
mkdir -m 700 "$part"
trap 'rm -rf "$part"' EXIT
trap 'exit 129' HUP
trap 'exit 130' INT
trap 'exit 143' TERM
pg_basebackup --pgdata="$part" --checkpoint=fast --wal-method=stream --no-password
prefer_version_of "$part"
pg_verifybackup --quiet "$part"
# restore.sh uses this file as the time from which the backup can be restored, because a copy changes the folder's time.
date -u +%Y-%m-%dT%H:%M:%SZ > "$part/backup_ended"
sync
mv "$part" "$backups/base/$name"
echo "$backups/base/$name"

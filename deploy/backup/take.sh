#!/bin/sh
# Takes a base backup of PostgreSQL while it serves, and verifies it. Prints where it is. A run that fails removes what it wrote.
#   take.sh <backups folder>
# PGHOST, PGPORT, PGUSER (procurement_replication) and PGPASSWORD or ~/.pgpass say where PostgreSQL is.
set -eu
backups=$1
. "$(dirname "$(readlink -f "$0")")/programs.sh"
name=$(date -u +%Y%m%dT%H%M%SZ)
part=$backups/base/.$name.part
mkdir -p "$backups/base"
# prune.sh removes unfinished backups only when nobody has this lock. The kernel releases it, however this run ends.
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
# From this moment on it can be restored, says restore.sh. The folder's own time says nothing after a copy.
date -u +%Y-%m-%dT%H:%M:%SZ > "$part/backup_ended"
sync
mv "$part" "$backups/base/$name"
echo "$backups/base/$name"

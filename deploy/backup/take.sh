#!/bin/sh
# Takes a base backup of PostgreSQL while it serves, and verifies it. Prints where it is.
#   take.sh <backups folder>
# PGHOST, PGPORT, PGUSER (procurement_replication) and PGPASSWORD or ~/.pgpass say where PostgreSQL is.
set -eu
backups=$1
name=$(date -u +%Y%m%dT%H%M%SZ)
mkdir -p "$backups/base"
pg_basebackup --pgdata="$backups/base/.$name.part" --checkpoint=fast --wal-method=stream --no-password
pg_verifybackup --quiet "$backups/base/.$name.part"
# From this moment on it can be restored, says restore.sh. The folder's own time says nothing after a copy.
date -u +%Y-%m-%dT%H:%M:%SZ > "$backups/base/.$name.part/backup_ended"
sync
mv "$backups/base/.$name.part" "$backups/base/$name"
echo "$backups/base/$name"

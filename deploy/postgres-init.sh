#!/bin/sh
# The roles of "A PostgreSQL of your own" in docs/running.md: an owner for migrations that is not a superuser, the
# service's login, which is only a member of its group role, and the role for backups.
set -eu
psql -v ON_ERROR_STOP=1 -v owner="$OWNER_PASSWORD" -v service="$SERVICE_PASSWORD" -v backup="$BACKUP_PASSWORD" \
  -v database="$POSTGRES_DB" -U postgres -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE procurement_service NOLOGIN;
CREATE ROLE procurement_owner LOGIN PASSWORD :'owner';
CREATE ROLE procurement_app LOGIN PASSWORD :'service' IN ROLE procurement_service;
ALTER ROLE procurement_app SET role = 'procurement_service';
CREATE ROLE procurement_backup LOGIN BYPASSRLS PASSWORD :'backup' IN ROLE pg_read_all_data;
ALTER ROLE procurement_backup SET default_transaction_read_only = on;
ALTER DATABASE :"database" OWNER TO procurement_owner;
REVOKE TEMPORARY ON DATABASE :"database" FROM PUBLIC;
SQL

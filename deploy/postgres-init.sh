#!/bin/sh
# The service's login: a mere member of its group role, neither owner nor superuser.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$SERVICE_PASSWORD" -U postgres -d "$POSTGRES_DB" <<'SQL'
CREATE ROLE procurement_service NOLOGIN;
CREATE ROLE procurement_app LOGIN PASSWORD :'password' IN ROLE procurement_service;
ALTER ROLE procurement_app SET role = 'procurement_service';
SQL

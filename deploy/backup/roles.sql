-- The role that takes base backups, in addition to the roles of docs/running.md. Run this as an administrator of the
-- server:
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -f deploy/backup/roles.sql
-- It requires a line in pg_hba.conf, for the address from which backups are taken:
--   hostssl replication procurement_replication 10.0.0.0/8 scram-sha-256
CREATE ROLE procurement_replication LOGIN REPLICATION NOINHERIT PASSWORD :'password';

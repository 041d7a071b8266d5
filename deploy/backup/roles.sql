-- Who takes base backups, beside the roles of docs/running.md. As an administrator of the server:
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -v password="$REPLICATION_PASSWORD" -f deploy/backup/roles.sql
-- It needs a line in pg_hba.conf, from where backups are taken:
--   hostssl replication procurement_replication 10.0.0.0/8 scram-sha-256
CREATE ROLE procurement_replication LOGIN REPLICATION NOINHERIT PASSWORD :'password';

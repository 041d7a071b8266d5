-- The role that takes backups with pgBackRest. It reads no table, and files only through the account of PostgreSQL. Run
-- this as an administrator in the database `postgres`, to which pgBackRest connects and in whose scope the grants are:
--   psql "$SUPERUSER_URL/postgres" -v ON_ERROR_STOP=1 -v password="$BACKUP_PASSWORD" -f deploy/backup/pgbackrest.sql
-- pgBackRest connects over the socket and reads the password from ~/.pgpass of its account.
CREATE ROLE procurement_pgbackrest LOGIN PASSWORD :'password';
GRANT pg_read_all_settings TO procurement_pgbackrest;
GRANT EXECUTE ON FUNCTION pg_backup_start(text, boolean), pg_backup_stop(boolean), pg_create_restore_point(text), pg_switch_wal()
  TO procurement_pgbackrest;

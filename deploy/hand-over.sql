-- Gives the database and all that the service keeps in it to an owner that is no superuser. For a database that was
-- migrated as a superuser; docs/running.md says when. Run it in that database, as the superuser:
--
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -f deploy/hand-over.sql
--
-- The owner is procurement_owner, or the role that the session names beforehand: SET procurement.owner = 'another'.
-- Running it again changes nothing.

DO $$
DECLARE
  new_owner regrole := coalesce(nullif(current_setting('procurement.owner', true), ''), 'procurement_owner')::regrole;
  command text;
BEGIN
  FOR command IN
    -- Tables, each partition by itself, and the sequences that no column of them brings along.
    SELECT format('ALTER %s %s OWNER TO %s', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass, new_owner)
      FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') AND c.relowner <> new_owner
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
    UNION ALL
    -- Functions, but for those of extensions.
    SELECT format('ALTER ROUTINE %s OWNER TO %s', p.oid::regprocedure, new_owner)
      FROM pg_proc p
     WHERE p.pronamespace::regnamespace::text IN ('public', 'partitions') AND p.proowner <> new_owner
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    -- What deploy/partitions.sql made.
    SELECT format('ALTER SCHEMA %I OWNER TO %s', nspname, new_owner) FROM pg_namespace WHERE nspname = 'partitions'
    UNION ALL
    -- The policy that shows the owner every row.
    SELECT format('ALTER POLICY %I ON %s TO %s', p.polname, p.polrelid::regclass, new_owner)
      FROM pg_policy p WHERE p.polname = 'owner_access'
    UNION ALL
    SELECT format('ALTER DATABASE %I OWNER TO %s', current_database(), new_owner)
    UNION ALL
    SELECT format('REVOKE TEMPORARY ON DATABASE %I FROM PUBLIC', current_database())
  LOOP
    EXECUTE command;
  END LOOP;
END $$;

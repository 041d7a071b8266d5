-- Transfers the database and all data of the service to an owner that is not a superuser. For a database that was
-- migrated as a superuser, see docs/running.md. Run it in that database as the superuser:
--
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -f deploy/hand-over.sql
--
-- The owner is procurement_owner, or the role in a session setting: SET procurement.owner = 'another'. It can be
-- repeated. Objects of others in the schema are not changed: only objects of the owner of schema_migrations are
-- transferred, and functions that the service's migrations granted to its role.

DO $$
DECLARE
  new_owner regrole := coalesce(nullif(current_setting('procurement.owner', true), ''), 'procurement_owner')::regrole;
  -- Read before the first command, which may change it.
  old_owner oid := (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.schema_migrations'));
  command text;
BEGIN
  FOR command IN
    -- Tables, each partition separately, and sequences that do not belong to a column.
    SELECT format('ALTER %s %s OWNER TO %s', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass, new_owner)
      FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') AND c.relowner = old_owner AND c.relowner <> new_owner
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
    UNION ALL
    -- Functions, except those of extensions. Those of a later migration by a superuser are granted to the role in the
    -- policies of the service's tables.
    SELECT format('ALTER ROUTINE %s OWNER TO %s', p.oid::regprocedure, new_owner)
      FROM pg_proc p
     WHERE p.pronamespace::regnamespace::text IN ('public', 'partitions') AND p.proowner <> new_owner
       AND (p.proowner = old_owner OR p.pronamespace::regnamespace::text = 'partitions'
            OR EXISTS (SELECT FROM aclexplode(p.proacl) granted JOIN pg_policy o ON granted.grantee = ANY (o.polroles)
                        WHERE o.polname = 'tenant_isolation' AND granted.grantee <> 0))
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_proc'::regclass AND d.objid = p.oid AND d.deptype = 'e')
    UNION ALL
    -- Objects of deploy/partitions.sql.
    SELECT format('ALTER SCHEMA %I OWNER TO %s', nspname, new_owner) FROM pg_namespace WHERE nspname = 'partitions'
    UNION ALL
    -- The policy that shows all rows to the owner.
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

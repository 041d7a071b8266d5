-- Gives the database and all that the service keeps in it to an owner that is no superuser. For a database that was
-- migrated as a superuser; docs/running.md says when. Run it in that database, as the superuser:
--
--   psql "$SUPERUSER_URL" -v ON_ERROR_STOP=1 -f deploy/hand-over.sql
--
-- The owner is procurement_owner, or the role that the session names beforehand: SET procurement.owner = 'another'.
-- Running it again changes nothing. What others keep in the schema stays theirs: only what belongs to the owner of
-- schema_migrations is handed over, and functions that our migrations granted to the service's role.

DO $$
DECLARE
  new_owner regrole := coalesce(nullif(current_setting('procurement.owner', true), ''), 'procurement_owner')::regrole;
  -- Read before the first command, which may change it.
  old_owner oid := (SELECT relowner FROM pg_class WHERE oid = to_regclass('public.schema_migrations'));
  command text;
BEGIN
  FOR command IN
    -- Tables, each partition by itself, and the sequences that no column of them brings along.
    SELECT format('ALTER %s %s OWNER TO %s', CASE c.relkind WHEN 'S' THEN 'SEQUENCE' ELSE 'TABLE' END, c.oid::regclass, new_owner)
      FROM pg_class c
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'S') AND c.relowner = old_owner AND c.relowner <> new_owner
       AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid
                          AND (d.deptype = 'e' OR c.relkind = 'S' AND d.deptype IN ('a', 'i')))
    UNION ALL
    -- Functions, but for those of extensions. What a superuser's later migration made is granted to the role that the
    -- policies of our tables name.
    SELECT format('ALTER ROUTINE %s OWNER TO %s', p.oid::regprocedure, new_owner)
      FROM pg_proc p
     WHERE p.pronamespace::regnamespace::text IN ('public', 'partitions') AND p.proowner <> new_owner
       AND (p.proowner = old_owner OR p.pronamespace::regnamespace::text = 'partitions'
            OR EXISTS (SELECT FROM aclexplode(p.proacl) granted JOIN pg_policy o ON granted.grantee = ANY (o.polroles)
                        WHERE o.polname = 'tenant_isolation' AND granted.grantee <> 0))
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

-- Monthly partitions of a growing table, so that old rows are removed by DROP TABLE instead of DELETE. Run it as the
-- owner of the schema, see docs/scaling.md. test/database/partitions.test.ts runs every line during service operation.
--
--   psql "$DATABASE_MIGRATION_URL" -v ON_ERROR_STOP=1 -f deploy/partitions.sql
--   psql "$DATABASE_MIGRATION_URL" -c "CALL partitions.convert('audit_log', 'occurred_at')"

CREATE SCHEMA IF NOT EXISTS partitions;

-- Converts a table of the service to a partitioned one. Its rows become the partition {name}_before, which ends with
-- the current month.
--   - Indexes, triggers, row level security, grants and the next number are unchanged.
--   - Every unique key also gets the day, as PostgreSQL requires. Foreign keys to the table must be dropped before.
--   - The table is locked while the new primary key of {name}_before is built. Each step is printed when it begins.
--   - Each table is one transaction. After an interruption the table is unchanged, and the call can be repeated.
--   - A table that is already partitioned is not changed.
CREATE OR REPLACE PROCEDURE partitions.convert(name text, day text) LANGUAGE plpgsql AS $$
DECLARE
  before text := name || '_before';
  until timestamptz := date_trunc('month', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' + interval '1 month';
  part record;
  begun CONSTANT timestamptz := clock_timestamp();
BEGIN
  IF (SELECT relkind FROM pg_class WHERE oid = name::regclass) = 'p' THEN
    RAISE NOTICE '%: is partitioned already', name;
    RETURN;
  END IF;
  RAISE NOTICE '%: about % rows, %', name, (SELECT greatest(reltuples, 0)::bigint FROM pg_class WHERE oid = name::regclass),
               pg_size_pretty(pg_table_size(name::regclass));
  EXECUTE format('ALTER TABLE %I RENAME TO %I', name, before);
  EXECUTE format('ALTER TABLE %I ADD CHECK (%I < %L)', before, day, until);
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING IDENTITY) PARTITION BY RANGE (%I)',
                 name, before, day);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', name, before || '_' || day || '_check');
  PERFORM setval(pg_get_serial_sequence(format('%I', name), 'id'),
                 nextval(pg_get_serial_sequence(format('%I', before), 'id')), false);
  EXECUTE format('ALTER TABLE %I ALTER id DROP IDENTITY', before);

  FOR part IN SELECT c.relname AS index, i.indisprimary, i.indisunique, pg_get_indexdef(i.indexrelid) AS made,
                     (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY k.place)
                        FROM unnest(i.indkey::int[]) WITH ORDINALITY k (number, place)
                        JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number) AS columns
                FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = before::regclass LOOP
    IF part.indisprimary THEN
      RAISE NOTICE '%: the primary key is built; another session sees how far it is in pg_stat_progress_create_index', name;
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT %I', before, part.index);
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY (%s, %I)', name, part.index, part.columns, day);
      EXECUTE format('ALTER TABLE %I ADD PRIMARY KEY (%s, %I)', before, part.columns, day);
    ELSE
      EXECUTE format('ALTER INDEX %I RENAME TO %I', part.index, part.index || '_before');
      IF part.indisunique THEN
        EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I UNIQUE (%s, %I)', name, part.index, part.columns, day);
      ELSE
        EXECUTE replace(part.made, format(' ON public.%I ', before), format(' ON public.%I ', name));
      END IF;
    END IF;
  END LOOP;

  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY', name);
  EXECUTE format('ALTER TABLE %I FORCE ROW LEVEL SECURITY', name);
  FOR part IN SELECT polname, pg_get_expr(polqual, polrelid) AS seen, pg_get_expr(polwithcheck, polrelid) AS written,
                     (SELECT string_agg(quote_ident(rolname), ', ') FROM pg_roles WHERE oid = ANY (polroles)) AS roles
                FROM pg_policy WHERE polrelid = before::regclass LOOP
    EXECUTE format('CREATE POLICY %I ON %I TO %s USING (%s) WITH CHECK (%s)',
                   part.polname, name, part.roles, part.seen, part.written);
  END LOOP;
  FOR part IN SELECT privilege_type, grantee::regrole AS grantee
                FROM pg_class c, aclexplode(c.relacl) WHERE c.oid = before::regclass AND grantee <> c.relowner LOOP
    EXECUTE format('GRANT %s ON %I TO %s', part.privilege_type, name, part.grantee);
  END LOOP;
  FOR part IN SELECT conname, pg_get_constraintdef(oid) AS made
                FROM pg_constraint WHERE conrelid = before::regclass AND contype = 'f' LOOP
    RAISE NOTICE '%: the rows are checked against %', name, part.conname;
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I %s', name, part.conname, part.made);
  END LOOP;

  -- Triggers go to the whole table, which hands them to each of its partitions.
  FOR part IN SELECT tgname, replace(pg_get_triggerdef(oid), format(' ON public.%I ', before), format(' ON public.%I ', name)) AS made
                FROM pg_trigger WHERE tgrelid = before::regclass AND NOT tgisinternal LOOP
    EXECUTE format('DROP TRIGGER %I ON %I', part.tgname, before);
    EXECUTE part.made;
  END LOOP;

  RAISE NOTICE '%: % is attached', name, before;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', name, before, until);
  CALL partitions.month(name, until);
  CALL partitions.month(name, until + interval '1 month');
  RAISE NOTICE '%: done after % s', name, round(extract(epoch FROM clock_timestamp() - begun));
END $$;

-- Creates the partition of a month, named {name}_{YYYY}_{MM}, unless it exists. Run it at least once a month for the
-- month after the next: a row without a partition is rejected, and with it the whole change.
CREATE OR REPLACE PROCEDURE partitions.month(name text, first timestamptz) LANGUAGE plpgsql AS $$
DECLARE
  begins timestamp := date_trunc('month', first AT TIME ZONE 'UTC');
BEGIN
  EXECUTE format('CREATE TABLE IF NOT EXISTS %I PARTITION OF %I FOR VALUES FROM (%L) TO (%L)',
                 name || to_char(begins, '_YYYY_MM'), name,
                 begins AT TIME ZONE 'UTC', (begins + interval '1 month') AT TIME ZONE 'UTC');
END $$;

-- Rejects the removal of a partition that has rows of a tenant under a legal hold. The error lists those tenants.
CREATE OR REPLACE PROCEDURE partitions.check_holds(name text) LANGUAGE plpgsql AS $$
DECLARE
  held text;
BEGIN
  EXECUTE format('SELECT string_agg(t.slug, '', '' ORDER BY t.slug) FROM tenants t
                   WHERE t.legal_hold_since IS NOT NULL AND EXISTS (SELECT FROM %I p WHERE p.tenant_id = t.id)', name) INTO held;
  IF held IS NOT NULL THEN
    RAISE EXCEPTION '% has rows of tenants under a legal hold: %', name, held
      USING ERRCODE = 'object_not_in_prerequisite_state',
            HINT = 'Leave it where it is until the holds end (tenant:hold); where it was detached, attach it again.';
  END IF;
END $$;

-- Drops a detached partition, unless a tenant under a legal hold has rows in it. Because of its foreign key PostgreSQL
-- locks `tenants`, which blocks all requests; the wait for the lock is limited to ten seconds. After a timeout, repeat
-- the call.
CREATE OR REPLACE PROCEDURE partitions.drop(name text) LANGUAGE plpgsql SET lock_timeout = '10s' AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_class WHERE oid = to_regclass(format('public.%I', name)) AND (relispartition OR relkind = 'p')) THEN
    RAISE EXCEPTION '% is still in use: detach it first', name USING ERRCODE = 'object_in_use';
  END IF;
  -- At once as strongly as the drop needs it, for two that raise a lock wait for each other. A hold that begins meanwhile waits, or is seen.
  LOCK TABLE tenants IN ACCESS EXCLUSIVE MODE;
  CALL partitions.check_holds(name);
  EXECUTE format('DROP TABLE %I', name);
END $$;

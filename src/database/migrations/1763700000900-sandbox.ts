import type { MigrationInterface, QueryRunner } from 'typeorm';
import { openDoor, protectTenantTable, runAll } from '../schema/migration-steps';

/**
 * What a sandbox needs to return its tenants to the seeded fixtures: whether this database is one, whose turn it is, a
 * gate that keeps everyone out meanwhile, and the one function that may remove what is append-only.
 */
export class Sandbox1763700000900 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [TABLE, IS_SANDBOX, LOCK, GATE, DUE, WIPE]);
    await protectTenantTable(runner, 'sandbox_resets');
    for (const door of DOORS) await openDoor(runner, door);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runAll(runner, [
      'DROP FUNCTION wipe_sandbox_tenant(uuid, text[], timestamptz)',
      'DROP FUNCTION due_sandbox_tenants(date, timestamptz)',
      'DROP FUNCTION sandbox_gate(uuid)',
      'DROP FUNCTION sandbox_lock(uuid)',
      'DROP FUNCTION is_sandbox()',
      'DROP TABLE sandbox_resets',
    ]);
  }
}

const DOORS = [
  'is_sandbox()',
  'sandbox_gate(uuid)',
  'due_sandbox_tenants(date, timestamptz)',
  'wipe_sandbox_tenant(uuid, text[], timestamptz)',
];

const TABLE = `CREATE TABLE sandbox_resets (
  tenant_id uuid NOT NULL,
  day date NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  lease_ends_at timestamp(3) with time zone NOT NULL,
  finished_at timestamp(3) with time zone,
  CONSTRAINT pk_sandbox_resets PRIMARY KEY (tenant_id),
  CONSTRAINT fk_sandbox_resets_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id)
)`;

// Only the schema's owner can replace a function: no mistake of the service makes a sandbox of a database.
const IS_SANDBOX = `CREATE FUNCTION is_sandbox() RETURNS boolean LANGUAGE sql STABLE AS 'SELECT false'`;

const LOCK = `CREATE FUNCTION sandbox_lock(tenant uuid) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
  SELECT pg_catalog.hashtextextended('sandbox ' || tenant::text, 0)
$$`;

/**
 * Every transaction of a tenant on a sandbox passes here first. It holds its share of the lock to its end, so a reset
 * waits for those that are inside; whoever comes later is turned away with an outage's code, never kept waiting: a
 * transaction that waits for another of its own request would wait for ever.
 */
const GATE = `CREATE FUNCTION sandbox_gate(tenant uuid) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
BEGIN
  IF NOT pg_try_advisory_xact_lock_shared(public.sandbox_lock(tenant)) THEN
    RAISE EXCEPTION 'the sandbox is being reset' USING ERRCODE = 'cannot_connect_now';
  END IF;
  IF EXISTS (SELECT FROM public.sandbox_resets WHERE tenant_id = tenant AND finished_at IS NULL) THEN
    RAISE EXCEPTION 'the sandbox is being reset' USING ERRCODE = 'cannot_connect_now';
  END IF;
END
$$`;

/** Tenants whose last reset is of an earlier day, or was never finished and nobody is at it. */
const DUE = `CREATE FUNCTION due_sandbox_tenants(today date, at timestamptz) RETURNS SETOF uuid
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
  SELECT t.id FROM public.tenants t LEFT JOIN public.sandbox_resets r ON r.tenant_id = t.id
   WHERE public.is_sandbox() AND t.status = 'active'
     AND CASE WHEN r.started_at IS NOT NULL AND r.finished_at IS NULL THEN r.lease_ends_at <= at
              ELSE coalesce(r.day, (t.created_at AT TIME ZONE 'UTC')::date) < today END
   ORDER BY t.id
$$`;

/**
 * Removes everything of a tenant but its row, its first user and those whose addresses are kept, their valid tokens, and
 * the rows of uploaded objects, which the sweep of orphans needs to find the files. Tables go in the order of their
 * foreign keys, read from the catalogue: a table of a later migration is none to forget.
 */
const WIPE = `CREATE FUNCTION wipe_sandbox_tenant(tenant uuid, kept_emails text[], at timestamptz) RETURNS void
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog, public AS $$
DECLARE
  owner_id bigint;
  general_id bigint;
  remaining oid[];
  victim oid;
  progress boolean;
BEGIN
  IF NOT public.is_sandbox() THEN
    RAISE EXCEPTION 'this database is no sandbox' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF NOT EXISTS (SELECT FROM public.sandbox_resets WHERE tenant_id = tenant AND finished_at IS NULL) THEN
    RAISE EXCEPTION 'the gate of the tenant is open' USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  PERFORM pg_advisory_xact_lock(public.sandbox_lock(tenant));

  SELECT min(id) INTO owner_id FROM public.users WHERE tenant_id = tenant;
  UPDATE public.departments SET head_user_id = NULL WHERE tenant_id = tenant;
  UPDATE public.users SET department_id = NULL WHERE tenant_id = tenant;
  -- Twice: the triggers that follow orders for the reports leave rows behind in tables that were emptied before.
  FOR pass IN 1..2 LOOP
    remaining := ARRAY(
      SELECT c.oid FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant_id' AND NOT a.attisdropped
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p')
         AND c.relname NOT IN ('users', 'api_tokens', 'stored_objects', 'sandbox_resets'));
    WHILE cardinality(remaining) > 0 LOOP
      progress := false;
      FOREACH victim IN ARRAY remaining LOOP
        CONTINUE WHEN EXISTS (
          SELECT FROM pg_constraint f WHERE f.contype = 'f' AND f.confrelid = victim AND f.conrelid <> victim
             AND f.conrelid = ANY (remaining));
        EXECUTE format('DELETE FROM %s WHERE tenant_id = $1', victim::regclass) USING tenant;
        remaining := array_remove(remaining, victim);
        progress := true;
      END LOOP;
      IF NOT progress THEN
        RAISE EXCEPTION 'foreign keys in a circle among %', remaining::regclass[];
      END IF;
    END LOOP;
  END LOOP;

  WITH RECURSIVE gone AS (
    SELECT k.id FROM public.api_tokens k JOIN public.users u ON u.tenant_id = k.tenant_id AND u.id = k.user_id
     WHERE k.tenant_id = tenant
       AND (k.revoked_at IS NOT NULL OR k.expires_at <= at OR NOT (u.id = owner_id OR lower(u.email) = ANY (kept_emails)))
    UNION
    SELECT k.id FROM public.api_tokens k JOIN gone ON k.parent_id = gone.id WHERE k.tenant_id = tenant
  )
  DELETE FROM public.api_tokens WHERE tenant_id = tenant AND id IN (SELECT id FROM gone);
  UPDATE public.api_tokens SET created_by_id = NULL WHERE tenant_id = tenant;
  DELETE FROM public.users WHERE tenant_id = tenant AND id <> owner_id AND lower(email) <> ALL (kept_emails);

  INSERT INTO public.departments (tenant_id, name, name_ar, code, head_user_id, created_at, updated_at)
    VALUES (tenant, 'General', 'عام', 'GEN', owner_id, at, at) RETURNING id INTO general_id;
  UPDATE public.users SET role = 'admin', status = 'active', department_id = general_id, updated_at = at, version = version + 1
   WHERE tenant_id = tenant AND id = owner_id;
  UPDATE public.users SET role = 'viewer', status = 'invited', phone = NULL, updated_at = at, version = version + 1
   WHERE tenant_id = tenant AND id <> owner_id;
  UPDATE public.tenants SET settings = '{}', updated_at = at WHERE id = tenant;
END
$$`;

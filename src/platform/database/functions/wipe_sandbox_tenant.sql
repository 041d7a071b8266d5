-- Deletes all data of a tenant, also append-only records such as the audit log. It retains the tenant's row, its first
-- user, the users with kept addresses, their valid tokens, and the rows of uploaded objects: the removal of orphans
-- needs those to find the files. It then resets the users and the settings, and creates the department General. It
-- reads the order of the foreign keys from the catalog, so that new tables are included.
--
-- Takes: tenant; kept_emails, in lower case; at, the current time.
-- Raises: insufficient_privilege if the database is not a sandbox, object_not_in_prerequisite_state if no reset of the
-- tenant has begun.
-- Called by: sandbox, to reset a tenant.
CREATE OR REPLACE FUNCTION wipe_sandbox_tenant(tenant uuid, kept_emails text[], at timestamptz)
RETURNS void
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
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

  -- Nothing is left that keeps a file: the removal of orphans takes them.
  UPDATE public.stored_objects SET kept = false WHERE tenant_id = tenant AND kept;

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
$$;

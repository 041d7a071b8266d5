-- Takes the import whose turn it is, of all tenants, for the caller to work at: until the lease ends nobody else takes it. Of each
-- tenant only its oldest import that has not ended is taken, so that a tenant's imports run one after the other. Tenants
-- take turns: the import that has waited longest since its last turn comes first. The attempt is counted at once, for a process that
-- dies counts nothing; whoever gets further with the import sets the count back.
--
-- Takes: at, the present instant; lease_ends, when it is due again if the caller does not report back; token, whose lease it is.
-- Returns: its tenant and id; no row where none is due.
-- Called by: imports, to run a turn of one.
CREATE OR REPLACE FUNCTION claim_import(at timestamptz, lease_ends timestamptz, token uuid)
RETURNS TABLE(tenant_id uuid, id bigint)
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  -- A plan may read a subquery many times, and then takes more rows than its limit: hence MATERIALIZED.
  WITH next AS MATERIALIZED (
    SELECT o.tenant_id, o.id FROM public.imports o
      JOIN public.tenants t ON t.id = o.tenant_id AND t.status = 'active'
     WHERE o.status IN ('queued', 'running') AND o.due_at <= at
       AND NOT EXISTS (SELECT FROM public.imports earlier
                        WHERE earlier.tenant_id = o.tenant_id AND earlier.id < o.id
                          AND earlier.status IN ('queued', 'running'))
     ORDER BY o.due_at, o.id LIMIT 1 FOR UPDATE OF o SKIP LOCKED)
  UPDATE public.imports i
     SET status = 'running', started_at = coalesce(i.started_at, at), lease_token = token, due_at = lease_ends,
         attempts = i.attempts + 1
    FROM next
   WHERE i.tenant_id = next.tenant_id AND i.id = next.id
  RETURNING i.tenant_id, i.id
$$;

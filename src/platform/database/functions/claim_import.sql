-- Claims the next import of any tenant. Until the lease ends, no other process can claim it. Per tenant one import runs
-- at a time, the oldest that has not ended. Tenants take turns: the import that has waited longest since its last turn
-- (the earliest due_at) is first. The attempt is counted at the claim, because a process that crashes cannot count it.
-- Progress of the import resets the count.
--
-- Takes: at, the current time; lease_ends, when another process may claim it again; token, of the lease.
-- Returns: its tenant and id; no row if none is due.
-- Called by: imports, to run one turn.
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

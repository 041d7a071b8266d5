-- Takes the export whose turn it is, of all tenants, for the caller to write: until the lease ends nobody else takes it. Of each tenant
-- one runs at a time, its oldest. Tenants take turns: what has waited longest since the tenant's last export comes first.
-- Of a suspended tenant those are taken that the command line has started.
-- The attempt is counted at once, for a process that dies counts nothing.
--
-- Takes: at, the present instant; lease_ends, when it is due again if the caller does not report back; token, whose lease it is.
-- Returns: its tenant and id; no row where none is due.
-- Called by: exports, to write one.
CREATE OR REPLACE FUNCTION claim_export(at timestamptz, lease_ends timestamptz, token uuid)
RETURNS TABLE(tenant_id uuid, id bigint)
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  -- A plan may read a subquery many times, and then takes more rows than its limit: hence MATERIALIZED.
  WITH next AS MATERIALIZED (
    SELECT o.tenant_id, o.id FROM public.exports o
      JOIN public.tenants t ON t.id = o.tenant_id
                          AND (t.status = 'active' OR o.actor->>'tokenId' IS NULL)
     WHERE o.status IN ('queued', 'running') AND o.due_at <= at
       AND NOT EXISTS (SELECT FROM public.exports earlier
                        WHERE earlier.tenant_id = o.tenant_id AND earlier.id < o.id
                          AND earlier.status IN ('queued', 'running')
                          AND (t.status = 'active' OR earlier.actor->>'tokenId' IS NULL))
     ORDER BY o.due_at, o.id LIMIT 1 FOR UPDATE OF o SKIP LOCKED)
  UPDATE public.exports e
     SET status = 'running', started_at = coalesce(e.started_at, at), lease_token = token, due_at = lease_ends,
         attempts = e.attempts + 1
    FROM next
   WHERE e.tenant_id = next.tenant_id AND e.id = next.id
  RETURNING e.tenant_id, e.id
$$;

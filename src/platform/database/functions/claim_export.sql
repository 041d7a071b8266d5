-- Claims the next export of any tenant. Until the lease ends, no other process can claim it. Per tenant one export runs
-- at a time, the oldest. Tenants take turns: the earliest due_at is first, and the end of an export sets the due_at of
-- the tenant's queued exports to that time. Of a suspended tenant, only exports started without a token (by the command
-- line) are claimed. The attempt is counted at the claim, because a process that crashes cannot count it.
--
-- Takes: at, the current time; lease_ends, when another process may claim it again; token, of the lease.
-- Returns: its tenant and id; no row if none is due.
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

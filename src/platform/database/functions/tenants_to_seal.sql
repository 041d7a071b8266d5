-- Tenants with unsealed rows. It skips from tenant to tenant in the index of the queue, so that tenants without rows
-- cost nothing.
--
-- Returns: their ids.
-- Called by: src/history/evidence/sealing.ts, before seal_evidence.
CREATE OR REPLACE FUNCTION tenants_to_seal()
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  WITH RECURSIVE t (id) AS (
    (SELECT tenant_id FROM public.evidence_queue ORDER BY tenant_id LIMIT 1)
    UNION ALL
    SELECT (SELECT q.tenant_id FROM public.evidence_queue q WHERE q.tenant_id > t.id ORDER BY q.tenant_id LIMIT 1)
      FROM t WHERE t.id IS NOT NULL
  )
  SELECT t.id FROM t WHERE t.id IS NOT NULL
  UNION
  SELECT tenant_id FROM public.evidence_chains WHERE audit_after < audit_until OR events_after < events_until
$$;

-- Tenants whose first existing seal is about as old as their audit retention (a day earlier at most), except tenants
-- under a legal hold.
--
-- Takes: at, the current time; years, the retention of tenants that have not set audit_retention_years.
-- Returns: their ids.
-- Called by: src/history/evidence/retention.ts, before remove_old_evidence, which checks the exact time.
CREATE OR REPLACE FUNCTION tenants_with_old_evidence(at timestamptz, years integer)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t
    JOIN public.evidence_chains c ON c.tenant_id = t.id
   CROSS JOIN LATERAL (SELECT coalesce(s.occurred_at, s.sealed_at) AS instant FROM public.evidence_seals s
                        WHERE s.tenant_id = c.tenant_id AND s.position > c.start_position
                        ORDER BY s.position LIMIT 1) first
   WHERE t.legal_hold_since IS NULL
     AND first.instant < at + interval '1 day'
                       - make_interval(years => coalesce((t.settings ->> 'audit_retention_years')::integer, years))
$$;

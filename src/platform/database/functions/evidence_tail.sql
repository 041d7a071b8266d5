-- The number of unsealed rows of all tenants and the age of the oldest, for metrics and the log.
--
-- Takes: at_most, the maximum number of rows counted. It bounds the cost.
-- Returns: one row: the number of rows, the age of the oldest in seconds (0 without rows), and the number of tenants
-- with unsealed rows from before sealing existed.
-- Called by: src/history/evidence/sealing.ts.
CREATE OR REPLACE FUNCTION evidence_tail(at_most integer)
RETURNS TABLE (waiting bigint, seconds double precision, catching_up bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(n.queued_at)), 0)::double precision,
         (SELECT count(*) FROM public.evidence_chains WHERE audit_after < audit_until OR events_after < events_until)
    FROM (SELECT q.queued_at FROM public.evidence_queue q LIMIT at_most) n
$$;

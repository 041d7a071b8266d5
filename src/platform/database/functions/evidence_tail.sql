-- How many rows of all tenants wait to be sealed, and for how long the first of them has. It looks no further than at_most
-- rows: more are as bad.
--
-- Takes: at_most, rows.
-- Returns: one row: the rows, how many seconds the one that waits longest has waited (0 without any), and how many tenants
-- have rows of before there were seals.
-- Called by: src/history/evidence/sealing.ts, for metrics and the log.
CREATE OR REPLACE FUNCTION evidence_tail(at_most integer)
RETURNS TABLE (waiting bigint, seconds double precision, catching_up bigint)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 1
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT count(*), coalesce(extract(epoch FROM clock_timestamp() - min(n.queued_at)), 0)::double precision,
         (SELECT count(*) FROM public.evidence_chains WHERE audit_after < audit_until OR events_after < events_until)
    FROM (SELECT q.queued_at FROM public.evidence_queue q LIMIT at_most) n
$$;

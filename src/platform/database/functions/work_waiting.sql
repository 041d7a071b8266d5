-- How much mail, and how many imports and exports, wait to be done, of all tenants, and since when the oldest has. It looks no
-- further than at_most rows of each: more are as bad. What a suspended tenant has queued does not count: nobody may do it.
--
-- Takes: at, the present instant; at_most, rows.
-- Returns: a row each for mail_due, mail_scheduled (for later, or being sent), import and export: how many, and since when the
-- oldest has been due or queued; null without one, and for what is scheduled.
-- Called by: src/platform/monitoring/backlogs.ts, for metrics.
CREATE OR REPLACE FUNCTION work_waiting(at timestamptz, at_most integer)
RETURNS TABLE(kind text, waiting bigint, oldest_at timestamptz)
LANGUAGE sql STABLE SECURITY DEFINER ROWS 4
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT 'mail_due', count(*), min(m.due_at)
    FROM (SELECT o.due_at FROM public.outgoing_mail o WHERE o.due_at <= at ORDER BY o.due_at LIMIT at_most) m
  UNION ALL
  SELECT 'mail_scheduled', count(*), NULL
    FROM (SELECT FROM public.outgoing_mail o WHERE o.due_at > at LIMIT at_most) m
  UNION ALL
  SELECT 'import', count(*), min(i.created_at)
    FROM (SELECT o.tenant_id, o.created_at FROM public.imports o
           WHERE o.status IN ('queued', 'running') AND o.status = 'queued' LIMIT at_most) i
    JOIN public.tenants t ON t.id = i.tenant_id AND t.status = 'active'
  UNION ALL
  SELECT 'export', count(*), min(e.created_at)
    FROM (SELECT o.tenant_id, o.created_at, o.actor FROM public.exports o
           WHERE o.status IN ('queued', 'running') AND o.status = 'queued' LIMIT at_most) e
    JOIN public.tenants t ON t.id = e.tenant_id AND (t.status = 'active' OR e.actor->>'tokenId' IS NULL)
$$;

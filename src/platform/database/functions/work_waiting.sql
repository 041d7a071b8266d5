-- The number of mails, imports and exports of all tenants that wait, and the time of the oldest, for metrics. Work that
-- a suspended tenant has queued does not count, because it cannot run.
--
-- Takes: at, the current time; at_most, the maximum number of rows counted per kind. It bounds the cost.
-- Returns: one row each for mail_due, mail_scheduled (due later, or being sent), import and export: the number, and
-- since when the oldest has been due (mail) or queued (imports, exports). The time is null if the number is 0, and for
-- mail_scheduled.
-- Called by: src/platform/monitoring/backlogs.ts.
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

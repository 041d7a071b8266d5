-- Active tenants with approval reminders (approval_reminder_days is not 0) and with an approval step that is due for
-- one. A step is due that many days after it was opened or last reminded.
--
-- Takes: at, the current time.
-- Returns: their ids.
-- Called by: src/procurement/approvals/inbox/reminders.service.ts, before it opens a transaction for each.
CREATE OR REPLACE FUNCTION tenants_to_remind(at timestamp with time zone)
RETURNS SETOF uuid
LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  SELECT t.id FROM public.tenants t
   CROSS JOIN LATERAL (SELECT coalesce((t.settings ->> 'approval_reminder_days')::int, 0) AS days) setting
   WHERE t.status = 'active' AND setting.days > 0
     AND EXISTS (SELECT FROM public.approval_steps s
                  WHERE s.tenant_id = t.id AND s.status = 'pending'
                    AND coalesce(s.reminded_at, s.opened_at) <= at - make_interval(hours => 24 * setting.days))
$$;

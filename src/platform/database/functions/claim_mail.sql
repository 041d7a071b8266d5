-- Claims the earliest due mail of all tenants. Until the lease ends, no other process can claim it. Counts the attempt.
--
-- Takes: at, the current time; lease_ends, when another process may claim the mail again; how_many, the maximum.
-- Returns: tenant and id of each mail. Rows that another transaction has locked are omitted.
-- Called by: notifications, to send mail.
CREATE OR REPLACE FUNCTION claim_mail(at timestamptz, lease_ends timestamptz, how_many integer)
RETURNS TABLE(tenant_id uuid, id bigint)
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  -- A plan may read a subquery many times, and then takes more rows than its limit: hence MATERIALIZED.
  WITH due AS MATERIALIZED (
    SELECT d.tenant_id, d.id FROM public.outgoing_mail d WHERE d.due_at <= at
     ORDER BY d.due_at LIMIT how_many FOR UPDATE SKIP LOCKED)
  UPDATE public.outgoing_mail m SET due_at = lease_ends, attempts = m.attempts + 1
    FROM due
   WHERE m.tenant_id = due.tenant_id AND m.id = due.id
  RETURNING m.tenant_id, m.id
$$;

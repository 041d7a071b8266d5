-- Deletes expired idempotency keys of all tenants.
--
-- Takes: expired_by, the current time; how_many, the maximum.
-- Returns: the number of deleted keys. Rows that another transaction has locked are omitted.
-- Called by: http/idempotency, every hour.
CREATE OR REPLACE FUNCTION forget_idempotency_keys(expired_by timestamptz, how_many integer)
RETURNS integer
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  -- A plan may read a subquery many times, and then takes more rows than its limit: hence MATERIALIZED.
  WITH expired AS MATERIALIZED (
    SELECT e.tenant_id, e.token_id, e.key FROM public.idempotency_keys e
     WHERE e.expires_at <= expired_by LIMIT how_many FOR UPDATE SKIP LOCKED),
  gone AS (
    DELETE FROM public.idempotency_keys k
     USING expired
     WHERE k.tenant_id = expired.tenant_id AND k.token_id = expired.token_id AND k.key = expired.key
    RETURNING 1)
  SELECT count(*)::integer FROM gone
$$;

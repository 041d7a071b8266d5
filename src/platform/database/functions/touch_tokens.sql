-- Records the last use of tokens of all tenants. A time earlier than the recorded one changes nothing.
--
-- Takes: uses, as [{"tenant_id", "token_id", "at"}].
-- Called by: auth, every 20 seconds.
CREATE OR REPLACE FUNCTION touch_tokens(uses jsonb)
RETURNS void
LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
  UPDATE public.api_tokens k SET last_used_at = greatest(k.last_used_at, u.at)
    FROM jsonb_to_recordset(uses) AS u (tenant_id uuid, token_id bigint, at timestamptz)
   WHERE k.tenant_id = u.tenant_id AND k.id = u.token_id
$$;

-- The IBAN that a bank account is, as it is compared (number_key).
--
-- Takes: account, as somebody wrote it.
-- Returns: its key where it looks like an IBAN, else null: the same account number at two banks is nobody's mistake.
-- Called by: keep_bank_details, vendors.
CREATE OR REPLACE FUNCTION iban_key(account text)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$
  SELECT public.number_key(account) WHERE public.number_key(account) ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,}$'
$$;

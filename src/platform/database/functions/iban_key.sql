-- The normalized IBAN (number_key) of a bank account.
--
-- Takes: account, as a user entered it.
-- Returns: its key; null if it does not look like an IBAN, because two banks may use the same account number.
-- Called by: keep_bank_details, invoices, and migrations.
CREATE OR REPLACE FUNCTION iban_key(account text)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$
  SELECT public.number_key(account) WHERE public.number_key(account) ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{8,}$'
$$;

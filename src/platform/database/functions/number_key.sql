-- The key of a VAT, registration or account number: its document_number_key in capitals without spaces, dots and
-- dashes. `GB 123.456-789` and `gb123456789` have the same key.
--
-- Takes: number, as a user entered it.
-- Returns: its key; null if no character remains.
-- Called by: iban_key, key_vendor_numbers, vendors, and migrations.
CREATE OR REPLACE FUNCTION number_key(number text)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$
  SELECT nullif(upper(regexp_replace(public.document_number_key(number), '[[:space:].\-]', '', 'g')), '')
$$;

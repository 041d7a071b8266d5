-- A VAT, registration or account number as it is compared: its identity key (document_number_key) without spaces, dots and dashes, in
-- capitals. `GB 123.456-789` and `gb123456789` are one number.
--
-- Takes: number, as somebody wrote it.
-- Returns: its key; null where nothing is left of it.
-- Called by: iban_key, key_vendor_numbers, keep_bank_details, vendors.
CREATE OR REPLACE FUNCTION number_key(number text)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$
  SELECT nullif(upper(regexp_replace(public.document_number_key(number), '[[:space:].\-]', '', 'g')), '')
$$;

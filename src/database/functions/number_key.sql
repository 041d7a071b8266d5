-- A number as it is compared: without spaces, dots, dashes and marks that nobody sees, in capitals, its digits 0 to 9 however they
-- are written. `GB 123.456-789` and `gb123456789` are one number.
--
-- Takes: number, as somebody wrote it.
-- Returns: its key; null where nothing is left of it.
-- Called by: key_vendor_numbers, keep_bank_details, vendors.
CREATE OR REPLACE FUNCTION number_key(number text)
RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT
AS $$
  SELECT nullif(upper(translate(
    regexp_replace(normalize(number, NFKC), '[[:space:].\-\u00AD\u061C\u200B-\u2015\u202A-\u202E\u2060-\u2069\u2212\uFEFF]', '', 'g'),
    '٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', '01234567890123456789')), '')
$$;

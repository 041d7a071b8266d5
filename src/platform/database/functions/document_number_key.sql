-- The identity key of a document's number, like numberKey in src/common/records/keys.ts. It ignores letter case,
-- tatweel, Arabic marks and invisible characters. Digits are ASCII, dashes and minus signs are hyphens, outer spaces
-- are removed.
--
-- Takes: number, as a user entered it.
-- Returns: its key.
-- Called by: number_key, payments, and the migration that recomputes the keys of existing numbers.
CREATE OR REPLACE FUNCTION document_number_key(number text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  key text := number;
BEGIN
  IF octet_length(key) = length(key) THEN RETURN btrim(lower(key COLLATE "C"), E' \t\n\v\f\r'); END IF;
  key := normalize(regexp_replace(key, '[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'), NFKC);
  key := regexp_replace(key, '[\u0640\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]+', '', 'g');
  key := regexp_replace(public.ascii_digits(key), '[\u2010-\u2015\u2043\u2212]', '-', 'g');
  -- What NFKC leaves of white space that JavaScript trims.
  RETURN btrim(normalize(public.fold_case(key), NFKC), U&' \0009\000A\000B\000C\000D\1680\2028\2029');
END
$$;

-- The key of a text, like textKey in src/common/records/keys.ts: texts with the same key are equal. It ignores letter
-- case, accents of Latin and Greek letters, Arabic marks and spelling variants, and invisible characters. Digits are
-- ASCII, white space is one space.
--
-- It is in PL/pgSQL, because SQL would run a plan for each step. A search of a short list computes it for every row.
--
-- Takes: content.
-- Returns: its key.
-- Called by: the indexes ix_*_text, the functions matching_*, key_vendor_category, searches of lists, approvals,
-- reports.
CREATE OR REPLACE FUNCTION text_key(content text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 200
AS $$
DECLARE
  key text := content;
BEGIN
  IF octet_length(key) = length(key) THEN
    key := translate(lower(key COLLATE "C"), E'\t\n\v\f\r', '     ');
    -- A regular expression takes several times as long as all the rest.
    IF strpos(key, '  ') > 0 THEN key := regexp_replace(key, ' +', ' ', 'g'); END IF;
    RETURN btrim(key);
  END IF;
  key := normalize(regexp_replace(key, '[\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]+', '', 'g'), NFKD);
  key := regexp_replace(key, '([A-Za-z\u00c0-\u02af\u0370-\u03ff\u1d00-\u1dbf\u1e00-\u1fff\u2c60-\u2c7f\ua720-\ua7ff\uab30-\uab6f])'
    || '[\u0300-\u036f]+', '\1', 'g');
  key := regexp_replace(key, '([\u0620-\u064a\u066e\u066f\u0671-\u06d3\u06d5\u06ee\u06ef\u06fa-\u06fc\u06ff\u0750-\u077f\u0870-\u088e'
    || '\u08a0-\u08c9])[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06ed]+', '\1', 'g');
  -- Alefs, alef maqsura and the Persian ya, ta marbuta, the Persian kaf; tatweel, for which nothing stands, goes.
  key := translate(normalize(key, NFKC), U&'\0622\0623\0625\0671\0649\06CC\0629\06A9\0640', U&'\0627\0627\0627\0627\064A\064A\0647\0643');
  key := public.fold_case(public.ascii_digits(key));
  RETURN btrim(regexp_replace(key, '[\t-\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]+', ' ', 'g'));
END
$$;

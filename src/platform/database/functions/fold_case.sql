-- Lower case, with `ß` as `ss` and a final sigma as a sigma, like foldCase in src/common/records/characters.ts. It uses
-- the root rules of ICU, so the collation of the database does not matter. It lists the Georgian and Latin capitals
-- added after Unicode 10, because older ICU versions do not support them.
--
-- Takes: content.
-- Returns: the text.
-- Called by: text_key, document_number_key.
CREATE OR REPLACE FUNCTION fold_case(content text)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  lowered text := lower(content COLLATE "und-x-icu");
BEGIN
  IF lowered ~ '[ςᲀ-\u1c89\u1c90-\u1cbf\u2c2f\ua7b8-\ua7f5]' THEN
    lowered := translate(lowered,
      'ςᲀᲁᲂᲃᲄᲅᲆᲇᲈ'
      || 'ᲉᲐᲑᲒᲓᲔᲕᲖᲗᲘᲙᲚᲛᲜᲝᲞᲟᲠᲡᲢᲣᲤᲥᲦᲧᲨᲩᲪᲫᲬᲭᲮᲯᲰᲱᲲᲳᲴᲵᲶᲷᲸᲹᲺᲽᲾᲿⰯꞸꞺꞼꞾꟀꟂꟄꟅꟆꟇꟉꟐꟖꟘꟵ',
      'σвдосттъѣꙋ'
      || 'ᲊაბგდევზთიკლმნოპჟრსტუფქღყშჩცძწჭხჯჰჱჲჳჴჵჶჷჸჹჺჽჾჿⱟꞹꞻꞽꞿꟁꟃꞔʂᶎꟈꟊꟑꟗꟙꟶ');
  END IF;
  RETURN replace(lowered, 'ß', 'ss');
END
$$;

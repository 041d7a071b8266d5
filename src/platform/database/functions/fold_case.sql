-- The text in lower case, `ß` as `ss` and a final sigma as a sigma, as foldCase of src/common/records/characters.ts has it. The root
-- rules of ICU decide, whatever the database's collation is. The capitals that came after Unicode 10, which an older ICU does not know,
-- stand here: Georgian and Latin ones.
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

-- The shape of a document's number, for similar numbers: `NS-1001` and `nѕ.1OO1` have the same shape. It is the
-- identity key (document_number_key) without punctuation and spaces, with one letter for similar letters. Cyrillic and
-- Greek letters become the Latin ones of the Unicode skeletons (TR39). O becomes 0, I and L become 1. If the capital
-- and the small letter differ, the capital is used, because numbers are printed in capitals.
--
-- Takes: key; short, whether to remove the leading zeros of each run of digits first.
-- Returns: the shape.
-- Called by: the indexes ix_invoices_shape and ix_invoices_short_shape, alike_invoices, invoices.
CREATE OR REPLACE FUNCTION number_shape(key text, short boolean)
RETURNS text
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  shape text := CASE WHEN short THEN regexp_replace(key, '(^|[^0-9])0+(?=[0-9])', '\1', 'g') ELSE key END;
BEGIN
  shape := regexp_replace(shape, '[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u05be\u060c\u061b\u061f\u066a-\u066d\u2000-\u206f'
    || '\u2200-\u22ff\u3000-\u3003\u30fb]+', '', 'g');
  RETURN translate(shape,
    'oil' || 'авеёзкмнорстухѕіїјһԁԛԝӏ' || 'αβεζηικμνορτυχϲϳ' || 'ıɑɡ',
    '011' || 'abeë3kmh0pctyxs1ïjhdqw1' || 'abezh1kmn0ptyxcj' || '1ag');
END
$$;

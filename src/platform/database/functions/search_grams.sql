-- The search keys ("grams") of a text, which the indexes pass as its text_key: every five characters in a row, in lower case, and at its end four and three; each
-- after the last six characters of the tenant's id, so that nobody walks through what other tenants have. A gram of five
-- stands in a few dozen numbers of a large tenant, where a trigram stands in tens of thousands. With four, numbers' keys
-- still have hundreds of rows; with six no fewer than with five.
--
-- PL/pgSQL takes longer to come round a loop than to cut out a piece: eight are cut out at a time. The cost of 2000 keeps the
-- planner from computing grams row by row where an index has them.
--
-- Takes: tenant; content, the text.
-- Returns: the grams, for an index.
-- Called by: the indexes ix_*_grams, and the functions matching_*.
CREATE OR REPLACE FUNCTION search_grams(tenant uuid, content text)
RETURNS tsvector
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT COST 2000
AS $$
DECLARE
  owner text := right(tenant::text, 6);
  lowered text := lower(content);
  places integer := length(lowered) - 2;
  piece text;
  grams text[] := '{}';
BEGIN
  FOR place IN 1 .. places BY 8 LOOP
    piece := substr(lowered, place, 12);
    grams := grams || ARRAY[
      owner || substr(piece, 1, 5), owner || substr(piece, 2, 5), owner || substr(piece, 3, 5), owner || substr(piece, 4, 5),
      owner || substr(piece, 5, 5), owner || substr(piece, 6, 5), owner || substr(piece, 7, 5), owner || substr(piece, 8, 5)
    ];
  END LOOP;
  RETURN array_to_tsvector(grams[:places]);
END
$$;

-- The grams of a text for the search indexes: all substrings of five characters in lower case, and the last four and
-- the last three characters. Each has the last six characters of the tenant's id as a prefix, so that a search does not
-- read the entries of other tenants. For a large tenant, a few dozen numbers contain a gram of five, but tens of
-- thousands contain a trigram. With grams of four the keys of numbers still have hundreds of rows; six are not better
-- than five.
--
-- Each loop cuts out eight grams, because in PL/pgSQL an iteration costs more than a substring. COST 2000 makes the
-- planner use an index instead of computing grams row by row.
--
-- Takes: tenant; content, the text (the indexes pass its text_key).
-- Returns: the grams, for an index.
-- Called by: the indexes ix_*_text, and the functions matching_*.
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

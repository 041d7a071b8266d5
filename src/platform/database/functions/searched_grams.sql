-- The query for the search_grams of texts that are LIKE the pattern. A pattern shorter than a gram searches for a
-- prefix.
--
-- Takes: tenant; pattern: '%', a text of three characters or more with '%', '_' and '\' escaped by '\', '%'.
-- Returns: the query. Some texts that satisfy it are not LIKE the pattern, so the caller must compare them too.
-- Called by: the functions matching_*.
CREATE OR REPLACE FUNCTION searched_grams(tenant uuid, pattern text)
RETURNS tsquery
LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT
AS $$
DECLARE
  owner text := right(tenant::text, 6);
  lowered text := lower(regexp_replace(substr(pattern, 2, length(pattern) - 2), '\\(.)', '\1', 'g'));
  places integer := greatest(length(lowered) - 4, 1);
  quoted text[] := '{}';
BEGIN
  FOR place IN 1 .. places LOOP
    quoted[place] := '''' || replace(replace(owner || substr(lowered, place, 5), '\', '\\'), '''', '''''') || '''';
  END LOOP;
  RETURN (array_to_string(quoted, '&') || CASE WHEN length(lowered) < 5 THEN ':*' ELSE '' END)::tsquery;
END
$$;

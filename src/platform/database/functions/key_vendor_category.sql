-- Trigger that sets the key (text_key) of a vendor's category, also in rows written by instances of other releases.
CREATE OR REPLACE FUNCTION key_vendor_category()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.category_key := public.text_key(NEW.category);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER keyed_category BEFORE INSERT OR UPDATE OF category ON vendors
  FOR EACH ROW EXECUTE FUNCTION key_vendor_category();

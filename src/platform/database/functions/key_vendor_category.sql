-- Trigger: a vendor is written. Keeps the key (text_key) by which its category is compared, whichever release wrote the row.
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

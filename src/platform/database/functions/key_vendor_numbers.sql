-- Trigger that sets the keys (number_key) of a vendor's VAT and registration numbers, also in rows written by instances
-- of other releases. The keys find vendors with equal numbers.
CREATE OR REPLACE FUNCTION key_vendor_numbers()
RETURNS trigger
LANGUAGE plpgsql
AS $$
BEGIN
  NEW.vat_key := public.number_key(NEW.vat_number);
  NEW.cr_key := public.number_key(NEW.cr_number);
  RETURN NEW;
END
$$;

CREATE OR REPLACE TRIGGER keyed_numbers BEFORE INSERT OR UPDATE OF vat_number, cr_number ON vendors
  FOR EACH ROW EXECUTE FUNCTION key_vendor_numbers();

-- Trigger for new bank details of a vendor. If they differ from the newest version, adds a version without a user and
-- unverified. Instances of releases without versions cause that; this release inserts the version first.
CREATE OR REPLACE FUNCTION keep_bank_details()
RETURNS trigger
LANGUAGE plpgsql
AS $$
DECLARE
  newest public.vendor_bank_accounts;
BEGIN
  SELECT * INTO newest FROM public.vendor_bank_accounts
   WHERE tenant_id = NEW.tenant_id AND vendor_id = NEW.id ORDER BY version DESC LIMIT 1;
  IF (newest.bank_name, newest.bank_account) IS DISTINCT FROM (NEW.bank_name, NEW.bank_account) THEN
    INSERT INTO public.vendor_bank_accounts (tenant_id, vendor_id, version, bank_name, bank_account, iban, created_at)
    VALUES (NEW.tenant_id, NEW.id, coalesce(newest.version, 0) + 1, NEW.bank_name, NEW.bank_account,
            public.iban_key(NEW.bank_account), NEW.updated_at);
  END IF;
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER bank_details_entered AFTER INSERT ON vendors
  FOR EACH ROW WHEN (NEW.bank_name IS NOT NULL OR NEW.bank_account IS NOT NULL) EXECUTE FUNCTION keep_bank_details();

CREATE OR REPLACE TRIGGER bank_details_changed AFTER UPDATE OF bank_name, bank_account ON vendors
  FOR EACH ROW WHEN ((OLD.bank_name, OLD.bank_account) IS DISTINCT FROM (NEW.bank_name, NEW.bank_account))
  EXECUTE FUNCTION keep_bank_details();

-- Notes a new row of the audit log or of the events as one that waits to be sealed, in the row's own transaction: the note is
-- seen when the row is, whatever else commits before or after.
--
-- Takes: by the trigger, the kind of the row.
-- Called by: the triggers below, for every row, whoever writes it.
CREATE OR REPLACE FUNCTION queue_evidence()
RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, public, pg_temp
AS $$
BEGIN
  INSERT INTO public.evidence_queue (tenant_id, kind, row_id) VALUES (NEW.tenant_id, TG_ARGV[0], NEW.id);
  RETURN NULL;
END
$$;

CREATE OR REPLACE TRIGGER queue_evidence AFTER INSERT ON audit_log
  FOR EACH ROW EXECUTE FUNCTION queue_evidence('audit');

CREATE OR REPLACE TRIGGER queue_evidence AFTER INSERT ON events
  FOR EACH ROW EXECUTE FUNCTION queue_evidence('event');

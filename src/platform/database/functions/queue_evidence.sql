-- Trigger that queues each new audit entry and event for sealing, in the transaction of the row. Both become visible at
-- the same commit, so the order of commits does not matter.
--
-- Takes: the kind of the row, as argument of the trigger.
-- Called by: the triggers below, for every inserted row.
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

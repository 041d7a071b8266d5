/** Condition that an event `e` is sealed: what is not must stay. */
export const EVENT_IS_SEALED = `EXISTS (
  SELECT FROM evidence_seals s WHERE s.tenant_id = e.tenant_id AND s.kind = 'event' AND s.row_id = e.id)`;

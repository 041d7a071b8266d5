/**
 * Condition that an event `e` may be removed, once its days have passed: it is sealed, and the order is read from behind it. What is
 * not must stay.
 */
export const EVENT_MAY_GO = `EXISTS (
  SELECT FROM evidence_seals s JOIN evidence_chains c ON c.tenant_id = s.tenant_id
   WHERE s.tenant_id = e.tenant_id AND s.kind = 'event' AND s.row_id = e.id AND s.position <= c.events_start_position)`;

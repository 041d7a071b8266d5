import type { AuditEntryOut } from './answers';
import type { AuditRow } from './audit.queries';

/** An entry of the audit log in an answer. */
export function presentEntry(row: AuditRow): AuditEntryOut {
  const { id, token_id, request_id, action, entity_type, entity_id, details } = row;
  return {
    id,
    occurred_at: row.occurred_at.toISOString(),
    user: row.user_id === null ? null : { id: row.user_id, name: row.user_name ?? '' },
    token_id,
    request_id,
    action,
    entity_type,
    entity_id,
    details,
  };
}

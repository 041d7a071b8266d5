import { Out } from '../http';
import type { AuditRow } from './audit.queries';

export class AuditUserOut {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani', description: 'Their name at the time.' }) name: string;
}

export class AuditEntryOut {
  @Out.id() id: number;
  @Out.timestamp() occurred_at: string;
  @Out.object(() => AuditUserOut, { nullable: true, description: 'null for the service itself and its command line.' })
  user: AuditUserOut | null;
  @Out.id({ nullable: true }) token_id: number | null;
  @Out.text({ nullable: true, example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21' }) request_id: string | null;
  @Out.text({ example: 'updated' }) action: string;
  @Out.text({ example: 'settings' }) entity_type: string;
  @Out.id({ nullable: true }) entity_id: number | null;
  @Out.map({ nullable: true, example: { changes: { default_vat_rate: { from: 0, to: 15 } } } })
  details: Record<string, unknown> | null;
}

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

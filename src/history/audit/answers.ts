import { type CsvCell, Out } from '../../platform/http';
import type { AuditRow } from './audit.queries';

export class AuditUserResponse {
  @Out.id() id: number;
  @Out.text({ example: 'Sara Al-Qahtani', description: 'The user’s name at that time.' }) name: string;
}

export class AuditEntryResponse {
  @Out.id() id: number;
  @Out.timestamp() occurred_at: string;
  @Out.object(() => AuditUserResponse, {
    nullable: true,
    description: 'null for the service itself and its command line.',
  })
  user: AuditUserResponse | null;
  @Out.id({ nullable: true }) token_id: number | null;
  @Out.text({ nullable: true, example: '0b9c7a1e-5d3f-4a51-8d0c-7f8a5a3c9e21' }) request_id: string | null;
  @Out.text({ example: 'updated' }) action: string;
  @Out.text({ example: 'settings' }) entity_type: string;
  @Out.id({ nullable: true }) entity_id: number | null;
  @Out.map({
    nullable: true,
    description:
      'Changed fields with old and new values. Lines, payments and other parts are listed by id; added or ' +
      'removed ones are complete. Bank accounts are masked to four characters; secrets are not shown. null ' +
      'if no record changed.',
    example: { total_amount: { from: 115, to: 230 }, lines: { 12: { quantity: { from: 1, to: 2 } } } },
  })
  changes: Record<string, unknown> | null;

  @Out.map({
    nullable: true,
    description: 'Further facts, such as the reason or the approval step. Includes `changes`, if there are any.',
    example: { fields: ['items'] },
  })
  details: Record<string, unknown> | null;
}

export function toEntryResponse(row: AuditRow): AuditEntryResponse {
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
    changes: (details?.['changes'] as Record<string, unknown> | undefined) ?? null,
    details,
  };
}

/** Columns of the CSV; `changes` and `details` are JSON. */
export const CSV_COLUMNS = [
  'id',
  'occurred_at',
  'user_id',
  'user_name',
  'token_id',
  'request_id',
  'action',
  'entity_type',
  'entity_id',
  'changes',
  'details',
];

export function csvRow({ user, changes, details, ...entry }: AuditEntryResponse): Record<string, CsvCell> {
  const { changes: _, ...rest } = details ?? {};
  return {
    ...entry,
    user_id: user?.id ?? null,
    user_name: user?.name ?? null,
    changes: changes && JSON.stringify(changes),
    details: Object.keys(rest).length > 0 ? JSON.stringify(rest) : null,
  };
}

/** Columns of an entry, for {@link ENTRIES}. */
export const ENTRY =
  'l.id, l.occurred_at, l.user_id, l.user_name, l.token_id, l.request_id, l.action, l.entity_type, l.entity_id, l.details';

export const ENTRIES = 'FROM audit_log l';

/** Columns of an entry, over {@link ENTRIES}. */
export const ENTRY =
  'l.id, l.occurred_at, l.user_id, l.user_name, l.token_id, l.request_id, l.action, l.entity_type, l.entity_id, l.details';

/** Entries of the audit log. */
export const ENTRIES = 'FROM audit_log l';

/** Entries of the audit log; what follows is WHERE. */
export const ENTRIES = `
  SELECT id, occurred_at, user_id, user_name, token_id, request_id, action, entity_type, entity_id, details FROM audit_log`;

/** How many entries there are, as `total`; what follows is WHERE. */
export const ENTRY_COUNT = 'SELECT count(*) AS total FROM audit_log';

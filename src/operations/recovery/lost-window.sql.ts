/** The latest time in the database: nothing later was restored. A row of `moment`, null for an empty database. */
export const LAST_MOMENT = `
  SELECT greatest((SELECT max(occurred_at) FROM audit_log), (SELECT max(created_at) FROM tenants)) AS moment`;

/** Number of documents per series and tenant since a time. Values: that time. */
export const NUMBERED = `
  SELECT tenant_id, series, count(*)::int AS count FROM (
    SELECT tenant_id, 'PO' AS series FROM purchase_orders WHERE created_at > $1
    UNION ALL SELECT tenant_id, 'GR' FROM goods_receipts WHERE created_at > $1
    UNION ALL SELECT tenant_id, 'INV' FROM invoices WHERE created_at > $1) made
   GROUP BY tenant_id, series`;

/** Pending mail, some of which may have been sent after the restored moment. */
export const MAIL_WAITING = 'SELECT count(*)::int AS count FROM outgoing_mail';

/** Connections of the service, which must be closed. */
export const SERVICE_CONNECTIONS = `
  SELECT count(*)::int AS count FROM pg_stat_activity
   WHERE datname = current_database() AND pid <> pg_backend_pid() AND application_name LIKE 'procurement-service%'`;

import { query, type Query } from '../../platform/database';

/** Without an address: the first admin, or the first user if there is no admin. A row of `id` and `role`. */
export const activeUser = (tenantId: string, email: string | undefined): Query =>
  query(
    `SELECT id, role FROM users WHERE tenant_id = $1 AND status = 'active' AND ($2::text IS NULL OR lower(email) = lower($2))
      ORDER BY (role = 'admin') DESC, id LIMIT 1`,
    [tenantId, email ?? null],
  );

export const statusOf = (tenantId: string): Query => query('SELECT status FROM tenants WHERE id = $1', [tenantId]);

/** A tenant and its first admin, active or not: a row of `slug`, `name`, `plan`, `user_id` and `email`. */
export const tenantAndOwner = (tenantId: string): Query =>
  query(
    `SELECT t.slug, t.name, t.plan, u.id AS user_id, u.email FROM tenants t
       JOIN users u ON u.tenant_id = t.id AND u.role = 'admin' WHERE t.id = $1 ORDER BY u.id LIMIT 1`,
    [tenantId],
  );

/** SELECT of a page of tenants by slug. Values: the slug to start after, number of rows, a single slug or null. */
export const PAGE = `
  SELECT t.id, t.slug, t.name, t.plan, CASE WHEN t.erasing_since IS NOT NULL THEN 'erasing' ELSE t.status END AS status,
         t.created_at, t.stored_bytes::float8 AS stored_bytes, t.quotas, t.legal_hold_reason, t.legal_hold_since,
         (SELECT count(*)::int FROM users u WHERE u.tenant_id = t.id) AS users,
         (SELECT count(*)::int FROM purchase_orders o WHERE o.tenant_id = t.id) AS orders,
         (SELECT a.occurred_at FROM audit_log a WHERE a.tenant_id = t.id ORDER BY a.id DESC LIMIT 1) AS last_activity_at
    FROM tenants t
   WHERE t.slug > $1 AND ($3::text IS NULL OR t.slug = $3) ORDER BY t.slug LIMIT $2`;

/** An existing hold keeps its start. Returns no row for a tenant marked for erasure. Values: slug, reason, now. */
export const HOLD = `
  UPDATE tenants SET legal_hold_reason = $2::text,
         legal_hold_since = CASE WHEN $2::text IS NULL THEN NULL ELSE coalesce(legal_hold_since, $3) END
   WHERE slug = $1 AND ($2::text IS NULL OR erasing_since IS NULL) RETURNING id`;

/** A row if the tenant is marked for erasure. Value: slug. */
export const ERASING = 'SELECT FROM tenants WHERE slug = $1 AND erasing_since IS NOT NULL';

/** INSERT of an audit entry. Values: tenant, now, action, details. */
export const ENTRY_OF_TENANT = `
  INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, details)
  VALUES ($1, $2, 'command line', $3, 'tenant', $4)`;

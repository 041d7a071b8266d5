import { query, type Query } from '../../platform/database';

/**
 * The active user of an e-mail address, whatever its case; the first admin for none, or the first user where there is no
 * admin. A row of its `id` and `role`.
 */
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

/**
 * SELECT of a page of tenants by their slugs. What belongs to each is looked up along its keys. Values: the slug after which, rows,
 * the one slug that is wanted or null.
 */
export const PAGE = `
  SELECT t.id, t.slug, t.name, t.plan, CASE WHEN t.erasing_since IS NOT NULL THEN 'erasing' ELSE t.status END AS status,
         t.created_at, t.stored_bytes::float8 AS stored_bytes, t.quotas, t.legal_hold_reason, t.legal_hold_since,
         (SELECT count(*)::int FROM users u WHERE u.tenant_id = t.id) AS users,
         (SELECT count(*)::int FROM purchase_orders o WHERE o.tenant_id = t.id) AS orders,
         (SELECT a.occurred_at FROM audit_log a WHERE a.tenant_id = t.id ORDER BY a.id DESC LIMIT 1) AS last_activity_at
    FROM tenants t
   WHERE t.slug > $1 AND ($3::text IS NULL OR t.slug = $3) ORDER BY t.slug LIMIT $2`;

/** Values: slug, reason, the present instant. A hold that stands keeps its beginning; no row for a tenant that is being erased. */
export const HOLD = `
  UPDATE tenants SET legal_hold_reason = $2::text,
         legal_hold_since = CASE WHEN $2::text IS NULL THEN NULL ELSE coalesce(legal_hold_since, $3) END
   WHERE slug = $1 AND ($2::text IS NULL OR erasing_since IS NULL) RETURNING id`;

/** Value: slug. A row where its tenant is being erased. */
export const ERASING = 'SELECT FROM tenants WHERE slug = $1 AND erasing_since IS NOT NULL';

/** INSERT of an entry of the audit log. Values: tenant, the present instant, the action, its details. */
export const ENTRY_OF_TENANT = `
  INSERT INTO audit_log (tenant_id, occurred_at, user_name, action, entity_type, details)
  VALUES ($1, $2, 'command line', $3, 'tenant', $4)`;

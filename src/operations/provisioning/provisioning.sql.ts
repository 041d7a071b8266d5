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

import type { TenantId, UserId } from '../common/records/ids';
import { query, type Query, type Transaction } from '../database';

/** The first user of a tenant. */
export interface Owner {
  readonly email: string;
  readonly name: string;
}

/**
 * The rows of other modules that a tenant begins with: the department General, and its head, an active admin who belongs
 * to it. Written here in SQL, because those modules' own verbs need somebody who may call them.
 * @returns the id of the owner
 */
export async function insertOwner(tx: Transaction, owner: Owner, at: Date): Promise<UserId> {
  const [department] = await tx.query<{ id: number }>(
    `INSERT INTO departments (tenant_id, name, name_ar, code, created_at, updated_at)
     VALUES ($1, 'General', 'عام', 'GEN', $2, $2) RETURNING id`,
    [tx.tenantId, at],
  );
  const [user] = await tx.query<{ id: UserId }>(
    `INSERT INTO users (tenant_id, name_en, email, role, department_id, status, created_at, updated_at)
     VALUES ($1, $2, $3, 'admin', $4, 'active', $5, $5) RETURNING id`,
    [tx.tenantId, owner.name, owner.email, department?.id, at],
  );
  if (!user || !department) throw new Error('Provisioning returned no rows');
  await tx.query('UPDATE departments SET head_user_id = $3 WHERE tenant_id = $1 AND id = $2', [
    tx.tenantId,
    department.id,
    user.id,
  ]);
  return user.id;
}

/** The active user of an e-mail address, whatever its case; the first admin for none. A row of its `id`. */
export const activeUser = (tenantId: TenantId, email: string | undefined): Query =>
  query(
    `SELECT id FROM users WHERE tenant_id = $1 AND status = 'active' AND ($2::text IS NULL OR lower(email) = lower($2))
      ORDER BY (role = 'admin') DESC, id LIMIT 1`,
    [tenantId, email ?? null],
  );

/** A tenant and its first admin, active or not: a row of `slug`, `name`, `plan`, `user_id` and `email`. */
export const tenantAndOwner = (tenantId: TenantId): Query =>
  query(
    `SELECT t.slug, t.name, t.plan, u.id AS user_id, u.email FROM tenants t
       JOIN users u ON u.tenant_id = t.id AND u.role = 'admin' WHERE t.id = $1 ORDER BY u.id LIMIT 1`,
    [tenantId],
  );

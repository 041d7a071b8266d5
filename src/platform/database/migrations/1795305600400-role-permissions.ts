import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropFunctions, loadFunctions, protectTenantTable, runAll } from '../schema/migration-steps';

/**
 * Chosen permissions per role and tenant, the role `auditor`, and token authentication that returns permissions. A
 * tenant that had configured the approver roles of invoices retains them: each role that differs from the initial table
 * gets a row.
 */
export class RolePermissions1795305600400 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runAll(runner, [TABLE, ...allow([...ROLES, 'auditor'])]);
    await protectTenantTable(runner, 'role_permissions');
    await loadFunctions(runner, ['authenticate_bearer']);
    await runner.query(KEEP_APPROVERS, [
      JSON.stringify(PERMISSIONS_AT_FIRST),
      ROLES.filter((role) => role !== 'admin'),
    ]);
  }

  async down(runner: QueryRunner): Promise<void> {
    await dropFunctions(runner, ['authenticate_bearer']);
    await runner.query('DROP TABLE role_permissions');
    // Both roles may only read.
    await runner.query(`UPDATE users SET role = 'viewer', version = version + 1 WHERE role = 'auditor'`);
    await runAll(runner, allow(ROLES));
  }
}

const ROLES = [
  'admin',
  'procurement_manager',
  'procurement_officer',
  'department_head',
  'finance_manager',
  'finance_officer',
  'requester',
  'viewer',
];

/** The initial permissions at the time of this migration. */
const PERMISSIONS_AT_FIRST: Readonly<Record<string, readonly string[]>> = {
  procurement_manager: [
    'orders.write',
    'vendors.write',
    'receipts.write',
    'invoices.write',
    'invoices.approve',
    'departments.write',
    'webhooks.write',
  ],
  procurement_officer: ['orders.write', 'vendors.write', 'receipts.write', 'invoices.write', 'invoices.approve'],
  department_head: ['orders.write', 'receipts.write', 'invoices.approve'],
  finance_manager: [
    'orders.write',
    'vendors.write',
    'vendor_bank.verify',
    'invoices.write',
    'invoices.approve',
    'payments.write',
    'budgets.write',
    'departments.write',
    'audit.read',
  ],
  finance_officer: ['vendor_bank.verify', 'invoices.write', 'invoices.approve', 'payments.write'],
  requester: ['orders.write', 'receipts.write'],
  viewer: [],
};

const TABLE = `CREATE TABLE role_permissions (
  tenant_id uuid NOT NULL,
  role text NOT NULL,
  permissions text[] NOT NULL,
  updated_at timestamp(3) with time zone NOT NULL,
  CONSTRAINT pk_role_permissions PRIMARY KEY (tenant_id, role),
  CONSTRAINT ck_role_permissions_role CHECK (role <> 'admin'),
  CONSTRAINT fk_role_permissions_tenant_id FOREIGN KEY (tenant_id) REFERENCES tenants (id)
)`;

/** Permits these roles for users. */
function allow(roles: readonly string[]): string[] {
  return [
    'ALTER TABLE users DROP CONSTRAINT ck_users_role',
    `ALTER TABLE users ADD CONSTRAINT ck_users_role CHECK (role IN (${roles.map((role) => `'${role}'`).join(', ')}))`,
  ];
}

/** Parameters: the initial permissions of each role; the roles that had them. */
const KEEP_APPROVERS = `
  INSERT INTO role_permissions (tenant_id, role, permissions, updated_at)
  SELECT t.id, r.role, p.chosen, now()
    FROM tenants t
   CROSS JOIN unnest($2::text[]) AS r (role)
   CROSS JOIN LATERAL (
     SELECT ARRAY(SELECT jsonb_array_elements_text($1::jsonb -> r.role)) AS initial,
            t.settings->'invoice_approver_roles' ? r.role AS approves) i
   CROSS JOIN LATERAL (
     SELECT CASE WHEN i.approves THEN i.initial || 'invoices.approve'::text
                 ELSE array_remove(i.initial, 'invoices.approve') END AS chosen) p
   WHERE jsonb_typeof(t.settings->'invoice_approver_roles') = 'array'
     AND i.approves <> ('invoices.approve' = ANY (i.initial))`;

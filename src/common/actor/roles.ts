/** A role's id is its position from 1, so new roles must be appended. */
export const ROLES = [
  'admin',
  'procurement_manager',
  'procurement_officer',
  'department_head',
  'finance_manager',
  'finance_officer',
  'requester',
  'viewer',
  'auditor',
] as const;

export type Role = (typeof ROLES)[number];

export type ChosenRole = Exclude<Role, 'admin'>;

export function roleId(role: Role): number {
  return ROLES.indexOf(role) + 1;
}

/**
 * Permissions of roles, required in addition to the token's ability. Reads require no permission, except the audit log.
 * The role `admin` and tokens with the ability `admin` have all permissions.
 */
export const PERMISSIONS = [
  'orders.write',
  'vendors.write',
  'vendor_bank.verify',
  'receipts.write',
  'invoices.write',
  'invoices.approve',
  'payments.write',
  'budgets.write',
  'departments.write',
  'webhooks.write',
  'audit.read',
  'users.write',
] as const;

export type Permission = (typeof PERMISSIONS)[number];

/** The roles with each permission in a new tenant, besides `admin`. `PUT /roles/{slug}` changes them. */
export const INITIAL_PERMISSIONS: Readonly<Record<Permission, readonly ChosenRole[]>> = {
  'orders.write': ['procurement_manager', 'procurement_officer', 'department_head', 'finance_manager', 'requester'],
  'vendors.write': ['procurement_manager', 'procurement_officer', 'finance_manager'],
  'vendor_bank.verify': ['finance_manager', 'finance_officer'],
  'receipts.write': ['procurement_manager', 'procurement_officer', 'department_head', 'requester'],
  'invoices.write': ['procurement_manager', 'procurement_officer', 'finance_manager', 'finance_officer'],
  'invoices.approve': [
    'finance_manager',
    'finance_officer',
    'procurement_manager',
    'procurement_officer',
    'department_head',
  ],
  'payments.write': ['finance_manager', 'finance_officer'],
  'budgets.write': ['finance_manager'],
  'departments.write': ['procurement_manager', 'finance_manager'],
  'webhooks.write': ['procurement_manager'],
  'audit.read': ['auditor', 'finance_manager'],
  'users.write': [],
};

export function initialPermissionsOf(role: string): readonly Permission[] {
  if (role === 'admin') return PERMISSIONS;
  return PERMISSIONS.filter((permission) => (INITIAL_PERMISSIONS[permission] as readonly string[]).includes(role));
}

/**
 * Roles that every tenant has. A role decides which approval steps a user may decide, and which permissions they hold; abilities
 * are the token's. A role's id is its place here, from 1: a new one stands last.
 */
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

/** A role whose permissions a tenant may choose. */
export type ChosenRole = Exclude<Role, 'admin'>;

/** The number that a role is shown with. */
export function roleId(role: Role): number {
  return ROLES.indexOf(role) + 1;
}

/**
 * What a role lets its users do, beside the ability that their token must have. Reading needs no permission, the audit log
 * apart. The role `admin`, and a token with the ability `admin`, hold all of them.
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

/** The roles that hold each permission in a new tenant, `admin` apart. `PUT /roles/{slug}` changes them. */
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

/** What a role may do in a tenant that has chosen nothing else for it, in the order of {@link PERMISSIONS}. */
export function initialPermissionsOf(role: string): readonly Permission[] {
  if (role === 'admin') return PERMISSIONS;
  return PERMISSIONS.filter((permission) => (INITIAL_PERMISSIONS[permission] as readonly string[]).includes(role));
}

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

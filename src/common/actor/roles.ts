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

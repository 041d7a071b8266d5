/** Roles that every tenant has. A role decides which approval steps a user may decide; abilities are the token's. */
export const ROLES = [
  'admin',
  'procurement_manager',
  'procurement_officer',
  'department_head',
  'finance_manager',
  'finance_officer',
  'requester',
  'viewer',
] as const;

export type Role = (typeof ROLES)[number];

/** The `{id, name}` a user's role is shown as: the id is its place in {@link ROLES}, from 1; the name its slug. */
export function presentRole(role: Role): { id: number; name: Role } {
  return { id: ROLES.indexOf(role) + 1, name: role };
}

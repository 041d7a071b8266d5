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

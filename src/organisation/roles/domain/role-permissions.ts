import { createHash } from 'node:crypto';
import {
  PERMISSIONS,
  type Permission,
  initialPermissionsOf,
  type ChosenRole,
  ROLES,
  type Role,
} from '../../../common/actor/roles';

/** Permissions of every role of a tenant, in the order of `PERMISSIONS`. */
export type PermissionsOfRoles = Readonly<Record<Role, readonly Permission[]>>;

/** Permissions that a tenant has set for a role. */
export interface Choice {
  readonly role: ChosenRole;
  readonly permissions: readonly Permission[];
}

/** The tenant's permissions of a role, or the defaults. */
export function permissionsOfRoles(choices: readonly Choice[]): PermissionsOfRoles {
  const chosen = new Map<Role, readonly Permission[]>(choices.map(({ role, permissions }) => [role, permissions]));
  const ofRole = (role: Role): readonly Permission[] => inOrder(chosen.get(role) ?? initialPermissionsOf(role));
  return Object.fromEntries(ROLES.map((role) => [role, ofRole(role)])) as unknown as PermissionsOfRoles;
}

/** Sorts permissions as in `PERMISSIONS`; names unknown to this release are left out. */
export function inOrder(permissions: readonly Permission[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}

/** The roles with a permission, `admin` first. */
export function rolesWith(permission: Permission, roles: PermissionsOfRoles): readonly Role[] {
  return ROLES.filter((role) => roles[role].includes(permission));
}

/** Input of a role's `ETag`. */
export function permissionsVersion(permissions: readonly Permission[]): string {
  return createHash('sha256').update(permissions.join()).digest('base64url').slice(0, 22);
}

import { createHash } from 'node:crypto';
import {
  PERMISSIONS,
  type Permission,
  initialPermissionsOf,
  type ChosenRole,
  ROLES,
  type Role,
} from '../../../common/actor/roles';

/** The permissions of every role of a tenant, in the order of `PERMISSIONS`. */
export type PermissionsOfRoles = Readonly<Record<Role, readonly Permission[]>>;

/** All permissions of a role for which a tenant has chosen its own. */
export interface Choice {
  readonly role: ChosenRole;
  readonly permissions: readonly Permission[];
}

/** What each role may do: what the tenant has chosen for it, else the initial table. */
export function permissionsOfRoles(choices: readonly Choice[]): PermissionsOfRoles {
  const chosen = new Map<Role, readonly Permission[]>(choices.map(({ role, permissions }) => [role, permissions]));
  const ofRole = (role: Role): readonly Permission[] => inOrder(chosen.get(role) ?? initialPermissionsOf(role));
  return Object.fromEntries(ROLES.map((role) => [role, ofRole(role)])) as unknown as PermissionsOfRoles;
}

/** The permissions in the order of `PERMISSIONS`; a name that this release does not know is left out. */
export function inOrder(permissions: readonly Permission[]): readonly Permission[] {
  return PERMISSIONS.filter((permission) => permissions.includes(permission));
}

/** The roles that hold a permission, `admin` first. */
export function rolesWith(permission: Permission, roles: PermissionsOfRoles): readonly Role[] {
  return ROLES.filter((role) => roles[role].includes(permission));
}

/** What a role's `ETag` is made of: the same for the same permissions. */
export function permissionsVersion(permissions: readonly Permission[]): string {
  return createHash('sha256').update(permissions.join()).digest('base64url').slice(0, 22);
}

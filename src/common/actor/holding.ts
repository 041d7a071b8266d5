import { DomainError } from '../errors';
import { type Actor, can } from './index';
import type { Permission } from './permissions';

/** What says whether somebody holds a permission. */
export type Holder = Pick<Actor, 'abilities' | 'role' | 'permissions'>;

/** Whether the actor holds a permission: by the ability `admin` of the token, by the role `admin`, or by what the role may do. */
export function holds(actor: Holder, permission: Permission): boolean {
  return can(actor, 'admin') || actor.role === 'admin' || actor.permissions.includes(permission);
}

/** The role of the token's user lacks a permission; the answer names both. */
export function roleNotPermitted(role: string | null, permission: Permission): DomainError {
  return new DomainError(
    'ROLE_NOT_PERMITTED',
    { key: 'role.not_permitted', params: { role: role ?? '-', permission } },
    { details: { permission, role } },
  );
}

/**
 * For what needs a permission beyond that of its route; a guarded write names it to `TokenAuthority.confirm` as well.
 * @throws DomainError ROLE_NOT_PERMITTED naming the permission, when the actor does not hold it
 */
export function requirePermission(actor: Holder, permission: Permission): void {
  if (!holds(actor, permission)) throw roleNotPermitted(actor.role, permission);
}

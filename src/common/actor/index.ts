import type { Permission } from './roles';
import type { TenantId, UserId } from '../records/ids';

/** Abilities of a token. `admin` implies all others; no other ability implies another. */
export const ABILITIES = ['read', 'write', 'delete', 'approve', 'admin'] as const;
export type Ability = (typeof ABILITIES)[number];

export interface Actor {
  readonly tenantId: TenantId;
  /** null for the command line and the service itself. */
  readonly userId: UserId | null;
  readonly userName: string | null;
  readonly role: string | null;
  readonly departmentId: number | null;
  readonly tokenId: number | null;
  readonly abilities: readonly Ability[];
  /** The permissions of the role. Use `holds`, which also includes administrators. */
  readonly permissions: readonly Permission[];
  /** The permission of the request's route, with which it was admitted; undefined if the route requires none. */
  readonly admittedBy?: Permission;
  readonly requestId: string | null;
}

export function can(actor: Pick<Actor, 'abilities'>, ability: Ability): boolean {
  return actor.abilities.includes(ability) || actor.abilities.includes('admin');
}

/** The service itself in a tenant: sweeps, nightly tasks, the command line. */
export function systemActor(tenantId: TenantId, name = 'system'): Actor {
  return {
    tenantId,
    userId: null,
    userName: name,
    role: null,
    departmentId: null,
    tokenId: null,
    abilities: ['admin'],
    permissions: [],
    requestId: null,
  };
}

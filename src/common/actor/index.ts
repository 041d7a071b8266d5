import type { Permission } from './roles';
import type { TenantId, UserId } from '../records/ids';

/** What a token may call. `admin` implies all; nothing else implies another. */
export const ABILITIES = ['read', 'write', 'delete', 'approve', 'admin'] as const;
export type Ability = (typeof ABILITIES)[number];

/** On whose behalf something is done. */
export interface Actor {
  readonly tenantId: TenantId;
  /** null for the command line and the service itself. */
  readonly userId: UserId | null;
  readonly userName: string | null;
  readonly role: string | null;
  readonly departmentId: number | null;
  readonly tokenId: number | null;
  readonly abilities: readonly Ability[];
  /** What the role may do. Ask `holds`, which also knows the admins. */
  readonly permissions: readonly Permission[];
  /** The permission that the request was admitted with: that of its route. Left out where the route asks for none. */
  readonly admittedBy?: Permission;
  readonly requestId: string | null;
}

/** Whether the actor's token has the ability, itself or through `admin`. */
export function can(actor: Pick<Actor, 'abilities'>, ability: Ability): boolean {
  return actor.abilities.includes(ability) || actor.abilities.includes('admin');
}

/** The service acting by itself in a tenant: sweeps, nightly tasks, the command line. */
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

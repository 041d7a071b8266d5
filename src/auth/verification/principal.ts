import type { Ability, Actor } from '../../common/actor';
import type { TenantId, UserId } from '../../common/records/ids';
import { RateTableName, planLimits } from '../../rate-limits';
import type { PlanLimits } from '../../rate-limits';
import type { ServiceRequest } from '../../http';

/** Whom a valid token makes its bearer: the user it acts as, in the tenant it belongs to, with its own abilities. */
export interface Principal extends Actor {
  readonly userId: UserId;
  readonly tokenId: number;
  /** SHA-256 of the token that was shown, in base64. */
  readonly tokenHash: string;
  readonly tokenName: string;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly tenant: {
    readonly slug: string;
    readonly name: string;
    readonly currency: string;
    readonly limits: PlanLimits;
  };
}

/** One row of `authenticate_token`. */
export interface TokenRow {
  token_id: number;
  token_name: string;
  abilities: Ability[];
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
  tenant_id: TenantId;
  tenant_slug: string;
  tenant_name: string;
  tenant_status: string;
  plan: string;
  rate_table: RateTableName;
  currency: string;
  user_id: UserId;
  user_name: string;
  user_role: string;
  user_status: string;
  user_department_id: number | null;
}

/** Whether the token may be used at this instant: not revoked, not expired, its user and tenant active. */
export function isUsable(row: TokenRow, now: Date): boolean {
  return (
    row.revoked_at === null &&
    (row.expires_at === null || row.expires_at > now) &&
    row.user_status === 'active' &&
    row.tenant_status === 'active'
  );
}

/** @param tokenHash by which the row was found */
export function toPrincipal(row: TokenRow, tokenHash: string): Principal {
  const limits = planLimits(row.rate_table, row.plan);
  if (!limits) throw new Error(`The rate table ${row.rate_table} has no plan ${row.plan}`);
  return {
    tenantId: row.tenant_id,
    userId: row.user_id,
    userName: row.user_name,
    role: row.user_role,
    departmentId: row.user_department_id,
    tokenId: row.token_id,
    tokenHash,
    tokenName: row.token_name,
    abilities: row.abilities,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    requestId: null,
    tenant: { slug: row.tenant_slug, name: row.tenant_name, currency: row.currency, limits },
  };
}

/** A request between the guards: the token it shows was valid when it was looked up, perhaps not in this instant. */
export interface BearerRequest extends ServiceRequest {
  /** Left out where the route is public. */
  claimed?: Principal;
}

/**
 * The principal that the bearer guard has put on the request.
 * @throws Error on a public route
 */
export function principalOf({ actor }: ServiceRequest): Principal {
  if (!actor) throw new Error('The request was not authenticated');
  return actor as Principal;
}

import { Inject, Injectable, Logger, OnModuleDestroy } from '@nestjs/common';
import type { Actor } from '../../../common/actor';
import { initialPermissionsOf } from '../../../common/actor/roles';
import { Clock } from '../../../common/clock';
import type { TenantId, UserId } from '../../../common/records/ids';
import { query, UnitOfWork } from '../../../platform/database';
import type { ServiceRequest } from '../../../platform/http';
import { Periodic } from '../../../platform/periodic';
import { type PlanLimits, planLimits } from '../../../platform/rate-limits';
import { REDIS, SharedRedis } from '../../../platform/redis';
import { TokenLookups, type TokenRow } from './token-lookups';

/** The user of a valid token with the token's tenant and abilities. */
export interface Principal extends Actor {
  readonly userId: UserId;
  readonly tokenId: number;
  /** SHA-256 of the token, in base64. */
  readonly tokenHash: string;
  readonly tokenName: string;
  readonly lastUsedAt: Date | null;
  readonly expiresAt: Date | null;
  readonly tenant: {
    readonly slug: string;
    readonly name: string;
    readonly currency: string;
    readonly plan: string;
    readonly limits: PlanLimits;
  };
}

/** A request whose token was valid at its lookup, perhaps in the cache. The bearer guard rechecks it later. */
export interface BearerRequest extends ServiceRequest {
  /** Undefined on public routes. */
  claimed?: Principal;
}

/** The principal set by the bearer guard. @throws Error on a public route */
export function principalOf({ actor }: ServiceRequest): Principal {
  if (!actor) throw new Error('The request was not authenticated');
  return actor as Principal;
}

const FLUSH_MILLISECONDS = 20_000;
const FAILURE = 'Could not write when tokens were last used';

/** Saves the last use of all tokens every 20 s, instead of a write per request. */
@Injectable()
export class LastUsed implements OnModuleDestroy {
  private readonly log = new Logger(LastUsed.name);
  private uses = new Map<string, { tenant_id: TenantId; token_id: number; at: Date }>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    periodic: Periodic,
  ) {
    periodic.add({ name: 'Last use of tokens', every: FLUSH_MILLISECONDS, failure: FAILURE, run: () => this.flush() });
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush().catch((error: unknown) => this.log.warn({ err: error }, FAILURE));
  }

  touch(token: { readonly tenantId: TenantId; readonly tokenId: number }, at: Date): void {
    this.uses.set(`${token.tenantId}/${token.tokenId}`, { tenant_id: token.tenantId, token_id: token.tokenId, at });
  }

  /** Saves the collected uses. A failure loses times, not requests. @throws errors of the database */
  async flush(): Promise<void> {
    if (this.uses.size === 0) return;
    const uses = [...this.uses.values()];
    this.uses = new Map();
    await this.unitOfWork.unscoped(query('SELECT touch_tokens($1::jsonb)', [JSON.stringify(uses)]));
  }
}

const CACHE_SIZE = 20_000;
const CACHE_MILLISECONDS = 30_000;

interface Cached {
  readonly row: TokenRow;
  readonly principal: Principal;
  readonly until: number;
  readonly epoch: string;
}

/**
 * Returns the principal of a token hash. Lookups are cached with the tenant's token epoch. The rate limiter then reads
 * the current epoch, and {@link recheck} compares the two. So a revocation takes effect at the next request on all
 * instances, although most requests need no database query.
 */
@Injectable()
export class TokenVerifier {
  private readonly cache = new BoundedMap<Cached>(CACHE_SIZE);

  constructor(
    private readonly lookups: TokenLookups,
    private readonly clock: Clock,
    private readonly lastUsed: LastUsed,
    @Inject(REDIS) private readonly redis: SharedRedis,
  ) {
    // After an outage of Redis, epochs may be lost or missed.
    redis?.on('ready', () => this.cache.clear());
  }

  /** Undefined for an invalid token. May be cached. @throws DomainError SERVICE_UNAVAILABLE after a long lookup */
  async verify(hash: string): Promise<Principal | undefined> {
    return this.cached(hash) ?? this.lookUp(hash, undefined);
  }

  /**
   * Compares the cached epoch with the rate limiter's; undefined if the token is not valid any more. Without Redis
   * returns the principal that {@link verify} just read. If Redis is unavailable, queries the database.
   */
  async recheck(principal: Principal, epoch: string | undefined): Promise<Principal | undefined> {
    if (!this.redis) return principal;
    const key = principal.tokenHash;
    const known = this.cache.get(key);
    if (known && epoch !== undefined && known.epoch === epoch) return known.principal;
    return this.lookUp(key, epoch);
  }

  /** Clears the cache, so that changes of this instance take effect immediately. */
  forgetAll(): void {
    this.cache.clear();
  }

  private cached(key: string): Principal | undefined {
    const known = this.cache.get(key);
    if (!known) return undefined;
    const now = this.clock.now();
    if (now.getTime() < known.until && isUsable(known.row, now)) {
      this.lastUsed.touch(known.principal, now);
      return known.principal;
    }
    this.cache.delete(key);
    return undefined;
  }

  private async lookUp(key: string, epoch: string | undefined): Promise<Principal | undefined> {
    const row = await this.lookups.find(key);
    const now = this.clock.now();
    if (!row || !isUsable(row, now)) {
      this.cache.delete(key);
      return undefined;
    }
    const principal = toPrincipal(row, key);
    this.lastUsed.touch(principal, now);
    if (epoch !== undefined) this.cache.set(key, { row, principal, epoch, until: now.getTime() + CACHE_MILLISECONDS });
    return principal;
  }
}

/** A map with a maximum size that removes its oldest entry. */
class BoundedMap<V> extends Map<string, V> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: string, value: V): this {
    // Deleting first moves a replaced entry to the end.
    this.delete(key);
    if (this.size >= this.most) this.delete(this.keys().next().value as string);
    return super.set(key, value);
  }
}

/** Not revoked or expired, with an active user and tenant. */
function isUsable(row: TokenRow, now: Date): boolean {
  return (
    row.revoked_at === null &&
    (row.expires_at === null || row.expires_at > now) &&
    row.user_status === 'active' &&
    row.tenant_status === 'active'
  );
}

function toPrincipal(row: TokenRow, tokenHash: string): Principal {
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
    permissions: row.role_permissions ?? initialPermissionsOf(row.user_role),
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    requestId: null,
    tenant: { slug: row.tenant_slug, name: row.tenant_name, currency: row.currency, plan: row.plan, limits },
  };
}

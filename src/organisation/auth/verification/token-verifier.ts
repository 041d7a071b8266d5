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
    readonly plan: string;
    readonly limits: PlanLimits;
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

const FLUSH_MILLISECONDS = 20_000;
const FAILURE = 'Could not write when tokens were last used';

interface Use {
  readonly tenant_id: TenantId;
  readonly token_id: number;
  readonly at: Date;
}

/** When tokens were last used, written every 20 s for all tokens together: never one write a request. */
@Injectable()
export class LastUsed implements OnModuleDestroy {
  private readonly log = new Logger(LastUsed.name);
  private uses = new Map<string, Use>();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    periodic: Periodic,
  ) {
    periodic.add({
      name: 'Last use of tokens',
      every: FLUSH_MILLISECONDS,
      failure: FAILURE,
      run: () => this.flush(),
    });
  }

  async onModuleDestroy(): Promise<void> {
    await this.flush().catch((error: unknown) => this.log.warn({ err: error }, FAILURE));
  }

  touch(token: { readonly tenantId: TenantId; readonly tokenId: number }, at: Date): void {
    this.uses.set(`${token.tenantId}/${token.tokenId}`, { tenant_id: token.tenantId, token_id: token.tokenId, at });
  }

  /**
   * Writes what has gathered. A failure loses times, not requests.
   * @throws Error of the database
   */
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
 * Says whom a token belongs to, by its hash. What was looked up is remembered together with the tenant's token epoch; the
 * rate limiter's answer, one round trip later, says whether that epoch still holds ({@link confirm}). So a revocation holds
 * from the next request on every instance although most requests ask the database nothing.
 */
@Injectable()
export class TokenVerifier {
  private readonly cache = new NewestOnly<Cached>(CACHE_SIZE);

  constructor(
    private readonly lookups: TokenLookups,
    private readonly clock: Clock,
    private readonly lastUsed: LastUsed,
    @Inject(REDIS) private readonly redis: SharedRedis,
  ) {
    // What Redis forgot or missed while it was away is not trusted afterwards.
    redis?.on('ready', () => this.cache.clear());
  }

  /**
   * The token's principal, perhaps from memory; undefined when the token is not valid.
   * @throws DomainError SERVICE_UNAVAILABLE when the look-up takes too long
   */
  async verify(hash: string): Promise<Principal | undefined> {
    return this.cached(hash) ?? this.lookUp(hash, undefined);
  }

  /**
   * The principal as of the epoch that the rate limiter has just read; undefined when its token is no longer valid. Without
   * Redis it is what {@link verify} has read from the database a moment ago; with Redis away the database is asked again.
   */
  async confirm(principal: Principal, epoch: string | undefined): Promise<Principal | undefined> {
    if (!this.redis) return principal;
    const key = principal.tokenHash;
    const known = this.cache.get(key);
    if (known && epoch !== undefined && known.epoch === epoch) return known.principal;
    return this.lookUp(key, epoch);
  }

  /** Forgets everything remembered: this instance's own changes take hold at once. */
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

/** A map of at most so many entries: setting one more removes the one that was set first. */
class NewestOnly<V> extends Map<string, V> {
  constructor(private readonly most: number) {
    super();
  }

  override set(key: string, value: V): this {
    // What is set anew stands last, and takes no other entry's place.
    this.delete(key);
    if (this.size >= this.most) this.delete(this.keys().next().value as string);
    return super.set(key, value);
  }
}

/** Whether the token may be used at this instant: not revoked, not expired, its user and tenant active. */
function isUsable(row: TokenRow, now: Date): boolean {
  return (
    row.revoked_at === null &&
    (row.expires_at === null || row.expires_at > now) &&
    row.user_status === 'active' &&
    row.tenant_status === 'active'
  );
}

/** @param tokenHash by which the row was found */
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

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { UnitOfWork, query } from '../../database';
import { REDIS, SharedRedis } from '../../redis';
import { KnownTokens } from './known-tokens';
import { LastUsed } from './last-used';
import { Principal, TokenRow, isUsable, toPrincipal } from './principal';
import { isWellFormed, tokenHash } from './token-text';

const CACHE_SIZE = 20_000;
const CACHE_MILLISECONDS = 30_000;

interface Cached {
  readonly row: TokenRow;
  readonly principal: Principal;
  readonly until: number;
  readonly epoch: string | undefined;
}

/**
 * Says whom a token belongs to. What was looked up is remembered together with the tenant's token epoch; the rate
 * limiter's answer, one round trip later, says whether that epoch still holds ({@link confirm}). So a revocation holds
 * from the next request on every instance although most requests ask the database nothing.
 */
@Injectable()
export class TokenVerifier {
  private readonly cache = new Map<string, Cached>();
  private readonly known = new KnownTokens();

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly lastUsed: LastUsed,
    @Inject(REDIS) private readonly redis: SharedRedis,
  ) {
    // What Redis forgot or missed while it was away is not trusted afterwards.
    redis?.on('ready', () => this.cache.clear());
  }

  /** Whether only the database can tell what the token is worth, and nothing yet says that it is worth anything. */
  isGuess(token: string): boolean {
    return isWellFormed(token) && !this.known.has(tokenHash(token).toString('base64'), this.clock.now().getTime());
  }

  /** The token's principal, perhaps from memory; undefined when the token is not valid. */
  async verify(token: string): Promise<Principal | undefined> {
    if (!isWellFormed(token)) return undefined;
    const key = tokenHash(token).toString('base64');
    return this.cached(key) ?? this.lookUp(key, undefined);
  }

  /**
   * The same token's principal as of the epoch that the rate limiter has just read; undefined when the token is no longer valid.
   * Without an epoch (no Redis, or Redis away) the database was or is asked at every request.
   */
  async confirm({ tokenHash: key }: Principal, epoch: string | undefined): Promise<Principal | undefined> {
    const known = this.cache.get(key);
    if (known && epoch !== undefined && known.epoch === epoch) return known.principal;
    return this.lookUp(key, epoch);
  }

  /** Forgets everything remembered: this instance's own changes take hold at once. */
  forgetAll(): void {
    this.cache.clear();
  }

  /** Whether {@link confirm} must run: only when more than one look-up lies between the answer and the truth. */
  get shared(): boolean {
    return this.redis !== undefined;
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
    const hash = Buffer.from(key, 'base64');
    const [row] = await this.unitOfWork.unscoped<TokenRow>(query('SELECT * FROM authenticate_token($1)', [hash]));
    const now = this.clock.now();
    if (!row || !isUsable(row, now)) {
      this.cache.delete(key);
      this.known.delete(key);
      return undefined;
    }
    this.known.add(key, now.getTime());
    const principal = toPrincipal(row, key);
    this.lastUsed.touch(principal, now);
    if (epoch !== undefined) this.remember(key, { row, principal, epoch, until: now.getTime() + CACHE_MILLISECONDS });
    return principal;
  }

  private remember(key: string, entry: Cached): void {
    if (this.cache.size >= CACHE_SIZE) {
      const [oldest] = this.cache.keys();
      if (oldest !== undefined) this.cache.delete(oldest);
    }
    this.cache.set(key, entry);
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../common/clock';
import { UnitOfWork, query } from '../../database';
import { REDIS, SharedRedis } from '../../redis';
import { LastUsed } from './last-used';
import { Principal, TokenRow, isUsable, toPrincipal } from './principal';

const CACHE_SIZE = 20_000;
const CACHE_MILLISECONDS = 30_000;
const KNOWN_SIZE = 50_000;
const KNOWN_MILLISECONDS = 3_600_000;

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

  /** Whether the token was not seen to be valid within the hour: only the database can tell, and it may be a guess. */
  isGuess(hash: string): boolean {
    return !this.known.has(hash, this.clock.now().getTime());
  }

  /** The token's principal, perhaps from memory; undefined when the token is not valid. */
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
    // What is remembered anew takes no other token's place.
    this.cache.delete(key);
    if (this.cache.size >= CACHE_SIZE) {
      const [oldest] = this.cache.keys();
      if (oldest !== undefined) this.cache.delete(oldest);
    }
    this.cache.set(key, entry);
  }
}

/**
 * Tokens that this instance has seen to be valid within the hour, by hash. They may have been revoked since; but a caller who
 * shows one of them is not guessing.
 */
class KnownTokens {
  private readonly until = new Map<string, number>();

  /** @param now in milliseconds */
  add(hash: string, now: number): void {
    // Those seen last stand last.
    this.until.delete(hash);
    if (this.until.size >= KNOWN_SIZE) {
      const [oldest] = this.until.keys();
      if (oldest !== undefined) this.until.delete(oldest);
    }
    this.until.set(hash, now + KNOWN_MILLISECONDS);
  }

  /** @param now in milliseconds */
  has(hash: string, now: number): boolean {
    return (this.until.get(hash) ?? 0) > now;
  }

  delete(hash: string): void {
    this.until.delete(hash);
  }
}

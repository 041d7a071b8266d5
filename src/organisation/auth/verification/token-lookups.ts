import { unavailable } from '../../../common/errors';
import { Injectable, type OnModuleInit } from '@nestjs/common';
import { AsyncResource } from 'node:async_hooks';
import type { Ability } from '../../../common/actor';
import type { Permission } from '../../../common/actor/roles';
import { Clock } from '../../../common/clock';
import type { TenantId, UserId } from '../../../common/records/ids';
import { query, UnitOfWork } from '../../../platform/database';
import { ReadinessChecks } from '../../../platform/health';
import type { RateTableName } from '../../../platform/rate-limits';
import { inRequestTime, remainingTime } from '../../../platform/tracing';

/** Maximum concurrent lookup statements per process. */
const STATEMENTS_AT_ONCE = 2;

/** Maximum tokens per statement. */
const TOKENS_PER_STATEMENT = 1_000;

/** Maximum wait of a request for its lookup, milliseconds. */
const PATIENCE_MILLISECONDS = 15_000;

/** Readiness reports lookups as busy if one waits longer than this, milliseconds. */
const BUSY_MILLISECONDS = 1_000;

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
  /** Null if the tenant uses the default permissions of the role. */
  role_permissions: Permission[] | null;
}

/** Rows of existing tokens with the position of their hash, from 1. Value: the hashes. */
const LOOK_UP_TOKENS = `
SELECT asked.place, found.*
  FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place)
 CROSS JOIN LATERAL authenticate_bearer(asked.hash) AS found`;

interface Lookup {
  readonly since: number;
  /** The async context of the request, with its trace and time limits. */
  readonly context: AsyncResource;
  readonly succeed: (row: TokenRow | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Looks up tokens that are not cached. While two statements run, further tokens are collected for the next one. A flood
 * of invalid tokens therefore costs PostgreSQL only two small statements at a time, and valid tokens are looked up
 * along with invalid ones, from any address.
 */
@Injectable()
export class TokenLookups implements OnModuleInit {
  /** Unanswered requests, oldest first. */
  private readonly pending = new Set<Lookup>();
  /** Requests that are not part of a running statement, by token hash. */
  private readonly collected = new Map<string, Lookup[]>();
  private statements = 0;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly readiness: ReadinessChecks,
  ) {}

  onModuleInit(): void {
    this.readiness.register('tokens', () => this.state());
  }

  /**
   * Reads the token from the database, never from the cache.
   * @param hash SHA-256 in base64
   * @throws DomainError SERVICE_UNAVAILABLE with `retryAfter` at the request's time limit; errors of the database
   */
  find(hash: string): Promise<TokenRow | undefined> {
    return inRequestTime(() => this.wait(hash, Math.min(PATIENCE_MILLISECONDS, remainingTime())));
  }

  private async wait(hash: string, milliseconds: number): Promise<TokenRow | undefined> {
    let timer: NodeJS.Timeout | undefined;
    let lookup: Lookup | undefined;
    try {
      return await new Promise<TokenRow | undefined>((succeed, fail) => {
        const context = new AsyncResource('TokenLookup');
        lookup = { since: this.clock.now().getTime(), context, succeed, fail };
        timer = setTimeout(() => fail(unavailable(new Error('The look-up of a token took too long'))), milliseconds);
        this.pending.add(lookup);
        this.collect(hash, lookup);
        this.begin();
      });
    } finally {
      clearTimeout(timer);
      if (lookup) this.pending.delete(lookup);
    }
  }

  private state(): 'ok' | 'busy' {
    const [oldest] = this.pending;
    const waited = oldest ? this.clock.now().getTime() - oldest.since : 0;
    return waited > BUSY_MILLISECONDS ? 'busy' : 'ok';
  }

  private collect(hash: string, lookup: Lookup): void {
    const same = this.collected.get(hash);
    if (same) same.push(lookup);
    else this.collected.set(hash, [lookup]);
  }

  private begin(): void {
    if (this.statements >= STATEMENTS_AT_ONCE) return;
    const lookups = this.take();
    // The latest request has the most time left. The time limit of an older one would fail the statement for all.
    const latest = [...lookups.values()].flat().at(-1);
    if (!latest) return;
    this.statements += 1;
    void latest.context.runInAsyncScope(() => this.answer(lookups));
  }

  /** Removes the tokens of the next statement from the collected ones. Drops those whose requests have timed out. */
  private take(): Map<string, Lookup[]> {
    const taken = new Map<string, Lookup[]>();
    for (const [hash, lookups] of this.collected) {
      if (taken.size === TOKENS_PER_STATEMENT) break;
      this.collected.delete(hash);
      const waiting = lookups.filter((lookup) => this.pending.has(lookup));
      if (waiting.length > 0) taken.set(hash, waiting);
    }
    return taken;
  }

  /** Never rejects: an error of the statement rejects its requests. */
  private async answer(lookups: ReadonlyMap<string, readonly Lookup[]>): Promise<void> {
    const all = [...lookups.values()];
    try {
      const hashes = [...lookups.keys()].map((hash) => Buffer.from(hash, 'base64'));
      const asked = query(LOOK_UP_TOKENS, [hashes]);
      const found = await this.unitOfWork.unscoped<TokenRow & { readonly place: number }>(asked);
      const rows = new Map(found.map(({ place, ...row }) => [place, row]));
      all.forEach((same, index) => same.forEach(({ succeed }) => succeed(rows.get(index + 1))));
    } catch (error) {
      for (const { fail } of all.flat()) fail(error);
    } finally {
      this.statements -= 1;
      this.begin();
    }
  }
}

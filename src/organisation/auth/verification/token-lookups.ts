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

/** Statements of one process that look up tokens at the same time. */
const STATEMENTS_AT_ONCE = 2;

/** Tokens that one statement looks up at most. */
const TOKENS_PER_STATEMENT = 1_000;

/** How long a request waits for its look-up at most, in milliseconds. */
const PATIENCE_MILLISECONDS = 15_000;

/** From this wait on, in milliseconds, readiness shows the look-ups as busy. */
const BUSY_MILLISECONDS = 1_000;

/** One row of `authenticate_bearer`. */
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
  /** null where the tenant has chosen none for the role. */
  role_permissions: Permission[] | null;
}

/** The rows of the tokens that exist, each with the place of its hash among the hashes, from 1. Value: the hashes. */
const LOOK_UP_TOKENS = `
SELECT asked.place, found.*
  FROM unnest($1::bytea[]) WITH ORDINALITY AS asked (hash, place)
 CROSS JOIN LATERAL authenticate_bearer(asked.hash) AS found`;

/** A request that waits for the row of its token. */
interface Lookup {
  readonly since: number;
  /** The request's own context: its trace and its limits. */
  readonly context: AsyncResource;
  readonly succeed: (row: TokenRow | undefined) => void;
  readonly fail: (error: unknown) => void;
}

/**
 * Looks up tokens that this process does not remember. While two statements run, further tokens collect, and the next
 * statement looks up all of them. So a flood of wrong tokens costs PostgreSQL two small statements at a time, and a valid
 * token is looked up with the wrong ones, whatever address they come from.
 */
@Injectable()
export class TokenLookups implements OnModuleInit {
  /** Requests without an answer, the oldest first. */
  private readonly pending = new Set<Lookup>();
  /** Those of them that no statement looks up yet, by the hash of their token. */
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
   * The token with this hash as the database has it from now on, or undefined.
   * @param hash SHA-256 in base64
   * @throws DomainError SERVICE_UNAVAILABLE with `retryAfter` when the request's time for the database is over; Error of the database
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
    // Its request has the most time left. A limit of an older one would fail the statement for all.
    const latest = [...lookups.values()].flat().at(-1);
    if (!latest) return;
    this.statements += 1;
    void latest.context.runInAsyncScope(() => this.answer(lookups));
  }

  /** Takes the tokens of the next statement out of the collected ones. Nobody waits for some of them any more. */
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

  /** Never rejects: an error of the statement is the answer to all of its requests. */
  private async answer(lookups: ReadonlyMap<string, readonly Lookup[]>): Promise<void> {
    const all = [...lookups.values()];
    try {
      const hashes = [...lookups.keys()].map((hash) => Buffer.from(hash, 'base64'));
      const found = await this.unitOfWork.unscoped<TokenRow & { readonly place: number }>(
        query(LOOK_UP_TOKENS, [hashes]),
      );
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

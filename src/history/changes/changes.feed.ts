import { Injectable, Logger } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '../../common/errors';
import type { FeedPart } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { query, UnitOfWork } from '../../platform/database';
import { Draining } from '../../platform/health';
import { type ChangeRow, ChangesQueries } from './changes.queries';
import { type ChangesFilter, NOW } from './requests';

/** Interval of the query that looks for new events for all waiting requests, milliseconds. */
const LOOK_MS = 500;

/** Maximum waiting requests per tenant and process, and in total. */
const MOST_OF_TENANT = 100;
const MOST = 2_000;

/** `Retry-After` of a request that may not wait, seconds. */
const TRY_AGAIN_SECONDS = 5;

interface LongPoll {
  readonly tenantId: TenantId;
  /** Position after which it waits for an event. */
  readonly after: number;
  wake(): void;
}

/** Requests that wait use no connection: one query every half second reads the last events of all their tenants. */
@Injectable()
export class LongPolls {
  private readonly log = new Logger(LongPolls.name);
  private readonly polls = new Set<LongPoll>();
  private readonly places = new Map<TenantId, number>();
  private all = 0;
  private looking = false;

  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly draining: Draining,
  ) {}

  get count(): number {
    return this.polls.size;
  }

  /** Limits the waiting requests of the tenant. @throws DomainError RATE_LIMIT_EXCEEDED with `retryAfter` */
  async inPlace<T>(tenantId: TenantId, work: () => Promise<T>): Promise<T> {
    const taken = this.places.get(tenantId) ?? 0;
    if (taken >= MOST_OF_TENANT || this.all >= MOST) throw tooMany();
    this.places.set(tenantId, taken + 1);
    this.all += 1;
    try {
      return await work();
    } finally {
      this.all -= 1;
      const left = (this.places.get(tenantId) ?? 1) - 1;
      if (left > 0) this.places.set(tenantId, left);
      else this.places.delete(tenantId);
    }
  }

  /** @returns whether the tenant has an event after the position. `over` and a shutdown end the wait. */
  until(tenantId: TenantId, after: number, over: AbortSignal): Promise<boolean> {
    const end = AbortSignal.any([over, this.draining.begun]);
    if (end.aborted) return Promise.resolve(false);
    return new Promise((resolve) => {
      const leave = (is: boolean): void => {
        end.removeEventListener('abort', giveUp);
        this.polls.delete(poll);
        resolve(is);
      };
      const giveUp = (): void => leave(false);
      const poll: LongPoll = { tenantId, after, wake: () => leave(true) };
      end.addEventListener('abort', giveUp);
      this.polls.add(poll);
      void this.look();
    });
  }

  /** One loop, which runs while any request waits. */
  private async look(): Promise<void> {
    if (this.looking) return;
    this.looking = true;
    while (this.polls.size > 0) {
      await sleep(LOOK_MS, undefined, { ref: false });
      await this.lookOnce().catch((error: unknown) =>
        this.log.warn({ err: error }, 'Those who wait for changes go on'),
      );
    }
    this.looking = false;
  }

  private async lookOnce(): Promise<void> {
    const tenants = [...new Set([...this.polls].map(({ tenantId }) => tenantId))];
    if (tenants.length === 0) return;
    const asked = query('SELECT tenant_id, position FROM last_event_positions($1)', [tenants]);
    const rows = await this.unitOfWork.unscoped<{ tenant_id: TenantId; position: number }>(asked);
    const last = new Map(rows.map((row) => [row.tenant_id, row.position]));
    for (const poll of [...this.polls]) if ((last.get(poll.tenantId) ?? 0) > poll.after) poll.wake();
  }
}

function tooMany(): DomainError {
  const text = { key: 'changes.too_many_wait', params: { seconds: TRY_AGAIN_SECONDS } } as const;
  return new DomainError('RATE_LIMIT_EXCEEDED', text, { retryAfter: TRY_AGAIN_SECONDS });
}

/** The change feed of a tenant, with long polling. */
@Injectable()
export class ChangesFeed {
  constructor(
    private readonly queries: ChangesQueries,
    private readonly waiting: LongPolls,
  ) {}

  /**
   * The entries after a cursor; waits for the next ones if there are none. `gone` aborts when the client disconnects.
   * @throws DomainError BAD_REQUEST, CURSOR_EXPIRED; RATE_LIMIT_EXCEEDED if too many requests wait; the reason of `gone`
   */
  async next(
    tenantId: TenantId,
    cursor: string | undefined,
    filter: ChangesFilter,
    { seconds, gone }: { readonly seconds: number; readonly gone: AbortSignal },
  ): Promise<FeedPart<ChangeRow>> {
    const first =
      cursor === NOW ? await this.queries.end(tenantId) : await this.queries.after(tenantId, cursor, filter);
    if (seconds === 0 || hasChanges(first.part)) return first.part;
    const over = AbortSignal.any([gone, AbortSignal.timeout(seconds * 1_000)]);
    return this.waiting.inPlace(tenantId, async () => {
      let last = first;
      while (!hasChanges(last.part) && (await this.waiting.until(tenantId, last.until, over))) {
        last = await this.queries.after(tenantId, last.part.nextCursor, filter);
      }
      gone.throwIfAborted();
      return last.part;
    });
  }
}

function hasChanges({ items, hasMore }: FeedPart<unknown>): boolean {
  return items.length > 0 || hasMore;
}

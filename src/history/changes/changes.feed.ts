import { Injectable } from '@nestjs/common';
import type { FeedPart } from '../../common/lists/page';
import type { TenantId } from '../../common/records/ids';
import { type ChangeRow, ChangesQueries } from './changes.queries';
import { type ChangesFilter, NOW } from './requests';
import { Waiting } from './waiting';

/** How long a request waits, and what ends it before. */
interface Patience {
  readonly seconds: number;
  /** Aborts when the client went away. */
  readonly gone: AbortSignal;
}

/** The feed of a tenant's changes, for those who wait for the next one too. */
@Injectable()
export class ChangesFeed {
  constructor(
    private readonly queries: ChangesQueries,
    private readonly waiting: Waiting,
  ) {}

  /**
   * The entries after a cursor; when there is none, the next ones as soon as they are there.
   * @throws DomainError BAD_REQUEST, CURSOR_EXPIRED; RATE_LIMIT_EXCEEDED when too many wait; the signal's reason when the client went away
   */
  async next(
    tenantId: TenantId,
    cursor: string | undefined,
    filter: ChangesFilter,
    { seconds, gone }: Patience,
  ): Promise<FeedPart<ChangeRow>> {
    const first =
      cursor === NOW ? await this.queries.end(tenantId) : await this.queries.after(tenantId, cursor, filter);
    if (seconds === 0 || isNews(first.part)) return first.part;
    const over = AbortSignal.any([gone, AbortSignal.timeout(seconds * 1_000)]);
    return this.waiting.inPlace(tenantId, async () => {
      let last = first;
      while (!isNews(last.part) && (await this.waiting.until(tenantId, last.until, over))) {
        last = await this.queries.after(tenantId, last.part.nextCursor, filter);
      }
      gone.throwIfAborted();
      return last.part;
    });
  }
}

function isNews({ items, hasMore }: FeedPart<unknown>): boolean {
  return items.length > 0 || hasMore;
}

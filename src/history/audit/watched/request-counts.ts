import type { WatchedRequest } from '../../../platform/http';

/** Maximum entries per token and minute. Further requests are counted in one more entry. */
export const MOST_OF_TOKEN = 20;
/** Maximum pending entries per process, about 10 MiB. Further ones are lost. */
export const MOST_WAITING = 10_000;
const MINUTE = 60_000;

/** Equal requests of one token in one minute. */
export interface CountedRequests extends WatchedRequest {
  /** Start of the minute. */
  readonly minute: Date;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** Number of requests, and times of the first and the last. */
type Span = Pick<CountedRequests, 'count' | 'firstAt' | 'lastAt'>;
type Mutable = { -readonly [Name in keyof CountedRequests]: CountedRequests[Name] };

/** Counts rejected requests and exports until they are saved. The maximum per caller protects memory and disk. */
export class RequestCounts {
  private readonly waiting = new Map<string, Mutable>();
  /** Number of entries per token and minute. */
  private readonly ofToken = new Map<string, number>();
  /** Requests not counted because of the maximum, since the last call of {@link takeLost}. */
  private lost = 0;

  add(request: WatchedRequest, at: Date): void {
    this.count(request, { count: 1, firstAt: at, lastAt: at });
  }

  private count(request: WatchedRequest, span: Span): void {
    const minute = Math.floor(span.firstAt.getTime() / MINUTE) * MINUTE;
    const { tenantId, tokenId } = request.actor;
    const token = `${minute}/${tenantId}/${tokenId}`;
    const mine = this.ofToken.get(token) ?? 0;
    const key = `${token}/${request.action}/${request.what}/${request.route}`;
    const others = `${token}/others`;
    const known = this.waiting.get(key) ?? (mine >= MOST_OF_TOKEN ? this.waiting.get(others) : undefined);
    if (known) {
      addTo(known, request.actor, span);
    } else if (this.waiting.size >= MOST_WAITING) {
      this.lost += span.count;
    } else {
      const isOther = mine >= MOST_OF_TOKEN;
      const counted = { ...request, ...(isOther && { route: '*', what: '*' }) };
      const { count, firstAt, lastAt } = span;
      this.waiting.set(isOther ? others : key, { ...counted, minute: new Date(minute), count, firstAt, lastAt });
      if (!isOther) this.ofToken.set(token, mine + 1);
    }
  }

  /** Removes and returns the counts of completed minutes; without a time, all. */
  take(now?: Date): CountedRequests[] {
    const isOver = (one: CountedRequests): boolean => !now || one.minute.getTime() + MINUTE <= now.getTime();
    const taken = [...this.waiting].filter(([, one]) => isOver(one));
    for (const [key, { minute, actor }] of taken) {
      this.waiting.delete(key);
      this.ofToken.delete(`${minute.getTime()}/${actor.tenantId}/${actor.tokenId}`);
    }
    return taken.map(([, one]) => one);
  }

  /** Adds counts again that could not be saved, up to the maximum. */
  putBack(counted: readonly CountedRequests[]): void {
    for (const one of counted) this.count(one, one);
  }

  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}

/** Keeps the actor and the request id of the first request. */
function addTo(known: Mutable, actor: WatchedRequest['actor'], { count, firstAt, lastAt }: Span): void {
  known.count += count;
  if (firstAt < known.firstAt) Object.assign(known, { actor, firstAt });
  if (lastAt > known.lastAt) known.lastAt = lastAt;
}

import type { WatchedRequest } from '../../../platform/http';

/** Different requests of one token and minute that are counted apart; all others of it are counted together. */
export const MOST_OF_TOKEN = 20;
/** Entries that wait at most in one process, 10 MiB or so; what comes on top of them is lost. */
export const MOST_WAITING = 10_000;
const MINUTE = 60_000;

/** So many like requests of one token in one minute. */
export interface CountedRequests extends WatchedRequest {
  /** When the minute begins. */
  readonly minute: Date;
  readonly count: number;
  readonly firstAt: Date;
  readonly lastAt: Date;
}

/** How many, and when the first and the last of them came. */
type Span = Pick<CountedRequests, 'count' | 'firstAt' | 'lastAt'>;
type Mutable = { -readonly [Name in keyof CountedRequests]: CountedRequests[Name] };

/**
 * Refused requests and exports, counted by token, route, code and minute until they are written down. Whatever a caller
 * sends, it makes {@link MOST_OF_TOKEN} entries a minute and one more, so that being refused fills neither memory nor disk.
 */
export class RequestCounts {
  private readonly waiting = new Map<string, Mutable>();
  /** How many entries each token has in each minute. */
  private readonly ofToken = new Map<string, number>();
  /** How many requests were not counted because too much waits, since somebody last asked. */
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

  /** Takes those whose minute is over; without a time all. */
  take(now?: Date): CountedRequests[] {
    const isOver = (one: CountedRequests): boolean => !now || one.minute.getTime() + MINUTE <= now.getTime();
    const taken = [...this.waiting].filter(([, one]) => isOver(one));
    for (const [key, { minute, actor }] of taken) {
      this.waiting.delete(key);
      this.ofToken.delete(`${minute.getTime()}/${actor.tenantId}/${actor.tokenId}`);
    }
    return taken.map(([, one]) => one);
  }

  /** Puts back what could not be written, as long as there is room. */
  putBack(counted: readonly CountedRequests[]): void {
    for (const one of counted) this.count(one, one);
  }

  /** How many were lost since this was last asked. */
  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}

/** Adds requests to like ones of their minute; the actor, and with it the request's id, is the first one's. */
function addTo(known: Mutable, actor: WatchedRequest['actor'], { count, firstAt, lastAt }: Span): void {
  known.count += count;
  if (firstAt < known.firstAt) Object.assign(known, { actor, firstAt });
  if (lastAt > known.lastAt) known.lastAt = lastAt;
}

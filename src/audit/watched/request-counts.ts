import type { WatchedRequest } from '../../http';

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

  add(request: WatchedRequest, at: Date, count = 1): void {
    const minute = Math.floor(at.getTime() / MINUTE) * MINUTE;
    const { tenantId, tokenId } = request.actor;
    const token = `${minute}/${tenantId}/${tokenId}`;
    const mine = this.ofToken.get(token) ?? 0;
    const key = `${token}/${request.action}/${request.what}/${request.route}`;
    const others = `${token}/others`;
    const known = this.waiting.get(key) ?? (mine >= MOST_OF_TOKEN ? this.waiting.get(others) : undefined);
    if (known) {
      known.count += count;
      known.lastAt = at;
    } else if (this.waiting.size >= MOST_WAITING) {
      this.lost += count;
    } else {
      const isOther = mine >= MOST_OF_TOKEN;
      const counted = { ...request, ...(isOther && { route: '*', what: '*' }) };
      this.waiting.set(isOther ? others : key, {
        ...counted,
        minute: new Date(minute),
        count,
        firstAt: at,
        lastAt: at,
      });
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
    for (const one of counted) this.add(one, one.lastAt, one.count);
  }

  /** How many were lost since this was last asked. */
  takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}

import { randomUUID } from 'node:crypto';
import type Redis from 'ioredis';
import { answerInTime } from '../redis';
import type { PlanLimits } from './plans';

const MINUTE = 60_000;
const DAY = 86_400_000;

export interface Windows {
  readonly minute: number;
  readonly day: number;
  /** Milliseconds. */
  readonly minuteEnds: number;
  /** 00:00 UTC of the next day, in milliseconds. */
  readonly dayEnds: number;
}

export function windowsAt(now: number): Windows {
  const minute = Math.floor(now / MINUTE);
  const day = Math.floor(now / DAY);
  return { minute, day, minuteEnds: (minute + 1) * MINUTE, dayEnds: (day + 1) * DAY };
}

export type RateWindow = 'minute' | 'day';

export interface Counts {
  readonly allowed: boolean;
  readonly minuteCount: number;
  readonly refusedBy?: RateWindow;
  /** Changes whenever a token of the tenant may have changed; see `TokenEpochs`. */
  readonly epoch?: string;
}

/** A token of a tenant, or an address without a token. */
export interface RateCaller {
  /** The tenant or address. It keeps the caller's keys in one slot of a Redis cluster. */
  readonly group: string;
  readonly id: string;
}

/** Used by a service with a single process, and while Redis is unavailable. */
export class MemoryCounters {
  private minute = { window: -1, counts: new Map<string, number>() };
  private day = { window: -1, counts: new Map<string, number>() };

  take(caller: RateCaller, limits: PlanLimits, windows: Windows): Counts {
    const name = nameOf(caller);
    // Counts of an ended window are dropped, so the maps are limited to the callers of one day.
    if (this.minute.window !== windows.minute) this.minute = { window: windows.minute, counts: new Map() };
    if (this.day.window !== windows.day) this.day = { window: windows.day, counts: new Map() };
    const minuteCount = this.minute.counts.get(name) ?? 0;
    const dayCount = this.day.counts.get(name) ?? 0;
    if (limits.perDay !== undefined && dayCount >= limits.perDay) {
      return { allowed: false, minuteCount, refusedBy: 'day' };
    }
    if (minuteCount >= limits.perMinute) return { allowed: false, minuteCount, refusedBy: 'minute' };
    this.minute.counts.set(name, minuteCount + 1);
    this.day.counts.set(name, dayCount + 1);
    return { allowed: true, minuteCount: minuteCount + 1 };
  }
}

const nameOf = ({ group, id }: RateCaller): string => `${group}/${id}`;

/**
 * Checks both limits and returns the tenant's token epoch, atomically in one round trip. A rejected request counts
 * against neither limit. KEYS: minute, day, epoch. ARGV: per minute, per day (-1 unlimited), lifetimes of both counters
 * in seconds, and a new epoch for a group without one.
 */
const TAKE = `
local minute = tonumber(redis.call('GET', KEYS[1]) or '0')
local day = tonumber(redis.call('GET', KEYS[2]) or '0')
local epoch = redis.call('GET', KEYS[3])
if not epoch then
  epoch = ARGV[5]
  redis.call('SET', KEYS[3], epoch, 'EX', 86400)
end
local perDay = tonumber(ARGV[2])
if perDay >= 0 and day >= perDay then return { 0, minute, 'day', epoch } end
if minute >= tonumber(ARGV[1]) then return { 0, minute, 'minute', epoch } end
redis.call('INCR', KEYS[1])
redis.call('INCR', KEYS[2])
if minute == 0 then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
if day == 0 then redis.call('EXPIRE', KEYS[2], ARGV[4]) end
return { 1, minute + 1, '', epoch }
`;

interface Scripted {
  takeRequest(...args: (string | number)[]): Promise<[number, number, string, string | null]>;
}

export class RedisCounters {
  /** @param patience milliseconds to wait for Redis */
  constructor(
    private readonly redis: Redis,
    private readonly patience: number,
  ) {
    redis.defineCommand('takeRequest', { numberOfKeys: 3, lua: TAKE });
  }

  async take(caller: RateCaller, limits: PlanLimits, windows: Windows): Promise<Counts> {
    const [allowed, minuteCount, refusedBy, epoch] = await answerInTime(
      (this.redis as unknown as Scripted).takeRequest(
        `rate:{${caller.group}}:${caller.id}:m:${windows.minute}`,
        `rate:{${caller.group}}:${caller.id}:d:${windows.day}`,
        epochKey(caller.group),
        limits.perMinute,
        limits.perDay ?? -1,
        120,
        // Two hours after the end of the day, because the clocks of instances may differ slightly.
        93_600,
        randomUUID(),
      ),
      this.patience,
    );
    return {
      allowed: allowed === 1,
      minuteCount,
      ...(refusedBy === 'minute' || refusedBy === 'day' ? { refusedBy } : {}),
      ...(epoch === null ? {} : { epoch }),
    };
  }
}

export function epochKey(tenantId: string): string {
  return `epoch:{${tenantId}}`;
}

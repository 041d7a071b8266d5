import type Redis from 'ioredis';
import { randomUUID } from 'node:crypto';
import { answerInTime } from '../redis';
import type { PlanLimits } from './plans';
import type { Counts, Windows } from './window';

/**
 * Both limits and the tenant's token epoch in one atomic step and one round trip. A refused request counts against
 * neither limit. KEYS: minute, day, epoch. ARGV: per minute, per day (-1 unlimited), seconds to keep each counter, and a
 * fresh epoch for a group that has none.
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

/** Counters shared by every instance. */
export class RedisCounters {
  /** @param patience milliseconds to wait for Redis */
  constructor(
    private readonly redis: Redis,
    private readonly patience: number,
  ) {
    redis.defineCommand('takeRequest', { numberOfKeys: 3, lua: TAKE });
  }

  /**
   * How many of this minute are counted, without counting one.
   * @throws when Redis is away
   */
  async peek(group: string, caller: string, windows: Windows): Promise<number> {
    return Number((await answerInTime(this.redis.get(minuteKey(group, caller, windows)), this.patience)) ?? 0);
  }

  /**
   * @param group what keeps the keys together in a Redis cluster: the tenant, or the address
   * @param caller the token, or the address
   * @throws when Redis is away
   */
  async take(group: string, caller: string, limits: PlanLimits, windows: Windows): Promise<Counts> {
    const [allowed, minuteCount, refusedBy, epoch] = await answerInTime(
      (this.redis as unknown as Scripted).takeRequest(
        minuteKey(group, caller, windows),
        `rate:{${group}}:${caller}:d:${windows.day}`,
        epochKey(group),
        limits.perMinute,
        limits.perDay ?? -1,
        120,
        // Two hours past the day's end, so that instances whose clocks differ a little still agree.
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

function minuteKey(group: string, caller: string, windows: Windows): string {
  return `rate:{${group}}:${caller}:m:${windows.minute}`;
}

/** Where a tenant's token epoch is kept. */
export function epochKey(tenantId: string): string {
  return `epoch:{${tenantId}}`;
}

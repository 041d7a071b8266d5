import { Inject, Injectable, Logger, Global, Module } from '@nestjs/common';
import type { ThrottlerStorage } from '@nestjs/throttler';
import { Clock } from '../../common/clock';
import { ENVIRONMENT, type Environment } from '../config';
import { counter } from '../metrics';
import { REDIS, SharedRedis } from '../redis';
import {
  type Counts,
  MemoryCounters,
  type RateCaller,
  RedisCounters,
  type RateWindow,
  type Windows,
  windowsAt,
} from './counters';
import type { PlanLimits } from './plans';

/** The decision for a caller, with the values of its response headers. */
export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** The end of the minute window in Unix seconds. */
  readonly reset: number;
  /** Whole seconds to wait; only if rejected. */
  readonly retryAfter?: number;
  /** The limit that rejected the request; only if rejected. */
  readonly refusedBy?: RateWindow;
  readonly epoch?: string;
}

/** The throttler module's record, with the verdict. */
type RateRecord = Awaited<ReturnType<ThrottlerStorage['increment']>> & { readonly verdict: RateVerdict };

/**
 * The key of a caller for the throttler module. It contains the daily limit, because the module supports only one limit
 * per key, and both are counted in one step.
 */
export function rateKey({ group, id }: RateCaller, { perDay }: PlanLimits): string {
  return `${group}/${id}/${perDay ?? ''}`;
}

/**
 * Counts requests per minute and day, shared through Redis. While Redis is unavailable each instance counts separately,
 * so that callers are neither unlimited nor rejected because of the outage.
 */
@Injectable()
export class RateLimiter implements ThrottlerStorage {
  private readonly log = new Logger(RateLimiter.name);
  private readonly memory = new MemoryCounters();
  private readonly shared: RedisCounters | undefined;
  private fallingBack = false;
  private readonly fallbacks = counter(
    'rate_limit_fallback_total',
    'Requests counted by this instance alone because Redis was away',
  );

  constructor(
    @Inject(REDIS) redis: SharedRedis,
    private readonly clock: Clock,
    @Inject(ENVIRONMENT) environment: Pick<Environment, 'REDIS_TIMEOUT_MS'>,
  ) {
    this.shared = redis && new RedisCounters(redis, environment.REDIS_TIMEOUT_MS);
  }

  /** Counts one request of the caller, or rejects it. */
  async take(caller: RateCaller, limits: PlanLimits): Promise<RateVerdict> {
    const now = this.clock.now().getTime();
    const windows = windowsAt(now);
    const counts = await this.ask((counters) => counters.take(caller, limits, windows));
    return verdict(counts, limits, windows, now);
  }

  /**
   * Counts one request for the throttler module. The windows are always calendar minutes and days; the module's lengths
   * are ignored.
   * @param key created by {@link rateKey}
   * @param limit requests per minute
   */
  async increment(
    key: string,
    _ttl: number,
    limit: number,
    _blockDuration: number,
    _throttlerName: string,
  ): Promise<RateRecord> {
    const [group = '', id = '', perDay = ''] = key.split('/');
    const limits = { perMinute: limit, perDay: perDay === '' ? undefined : Number(perDay) };
    const answer = await this.take({ group, id }, limits);
    return {
      totalHits: limit - answer.remaining + (answer.allowed ? 0 : 1),
      timeToExpire: Math.max(0, answer.reset - Math.floor(this.clock.now().getTime() / 1000)),
      isBlocked: !answer.allowed,
      timeToBlockExpire: answer.retryAfter ?? 0,
      verdict: answer,
    };
  }

  /** Uses Redis, or the counters of this instance if Redis is not configured or unavailable. */
  private async ask<T>(question: (counters: MemoryCounters | RedisCounters) => T | Promise<T>): Promise<T> {
    if (this.shared) {
      try {
        const answer = await question(this.shared);
        if (this.fallingBack) this.log.log('Counting in Redis again');
        this.fallingBack = false;
        return answer;
      } catch (error) {
        this.fallbacks.inc();
        if (!this.fallingBack)
          this.log.warn({ err: error }, 'Redis is away: rate limits are counted by this instance alone');
        this.fallingBack = true;
      }
    }
    return question(this.memory);
  }
}

/** Converts counts to a decision with header values. */
function verdict(counts: Counts, limits: PlanLimits, windows: Windows, now: number): RateVerdict {
  const { refusedBy = 'minute' } = counts;
  const ends = refusedBy === 'day' ? windows.dayEnds : windows.minuteEnds;
  return {
    allowed: counts.allowed,
    limit: limits.perMinute,
    remaining: counts.allowed ? Math.max(0, limits.perMinute - counts.minuteCount) : 0,
    reset: Math.ceil(windows.minuteEnds / 1000),
    ...(counts.allowed ? {} : { retryAfter: Math.max(1, Math.ceil((ends - now) / 1000)), refusedBy }),
    ...(counts.epoch !== undefined ? { epoch: counts.epoch } : {}),
  };
}

@Global()
@Module({ providers: [RateLimiter], exports: [RateLimiter] })
export class RateLimitsModule {}

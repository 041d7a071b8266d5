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

export interface RateVerdict {
  readonly allowed: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Unix seconds. */
  readonly reset: number;
  /** Whole seconds; only if rejected. */
  readonly retryAfter?: number;
  readonly refusedBy?: RateWindow;
  readonly epoch?: string;
}

type RateRecord = Awaited<ReturnType<ThrottlerStorage['increment']>> & { readonly verdict: RateVerdict };

/** Contains the daily limit, because the throttler module supports only one limit per key. */
export function rateKey({ group, id }: RateCaller, { perDay }: PlanLimits): string {
  return `${group}/${id}/${perDay ?? ''}`;
}

/** Shared through Redis. While Redis is unavailable each instance counts separately. */
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

  async take(caller: RateCaller, limits: PlanLimits): Promise<RateVerdict> {
    const now = this.clock.now().getTime();
    const windows = windowsAt(now);
    const counts = await this.withCounters((counters) => counters.take(caller, limits, windows));
    return verdict(counts, limits, windows, now);
  }

  /**
   * For the throttler module. Windows are calendar minutes and days.
   * @param key of {@link rateKey}
   * @param limit per minute
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
  private async withCounters<T>(question: (counters: MemoryCounters | RedisCounters) => T | Promise<T>): Promise<T> {
    if (this.shared) {
      try {
        const answer = await question(this.shared);
        if (this.fallingBack) this.log.log('Rate limits are counted in Redis again');
        this.fallingBack = false;
        return answer;
      } catch (error) {
        this.fallbacks.inc();
        if (!this.fallingBack)
          this.log.warn({ err: error }, 'Redis is unavailable: each instance counts rate limits separately');
        this.fallingBack = true;
      }
    }
    return question(this.memory);
  }
}

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

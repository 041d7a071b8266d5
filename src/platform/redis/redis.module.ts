import { Global, Inject, Injectable, Logger, Module, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import Redis from 'ioredis';
import { ENVIRONMENT, Environment } from '../config';
import { patienceOf, redisOptions, tlsFault } from './redis-options';
import { assertUsable, answerInTime } from './answer-in-time';
import { showCondition } from '../metrics';

export const REDIS = Symbol('REDIS');

/** Undefined in a service with a single process and without Redis. */
export type SharedRedis = Redis | undefined;

@Injectable()
export class RedisCheck implements OnModuleInit, OnApplicationShutdown {
  private hide: (() => void) | undefined;

  constructor(
    @Inject(REDIS) private readonly redis: SharedRedis,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REDIS_TIMEOUT_MS'>,
  ) {}

  onModuleInit(): void {
    const { redis } = this;
    if (!redis) return;
    this.hide = showCondition(
      'redis_up',
      'Whether Redis answers (1) or is away and each process counts for itself (0)',
      () => this.answers(redis),
    );
  }

  onApplicationShutdown(): void {
    this.hide?.();
  }

  /** `degraded` while Redis is unavailable: each process counts limits, and the sweep finds deliveries. */
  async state(): Promise<'ok' | 'degraded' | 'not used'> {
    if (!this.redis) return 'not used';
    return (await this.answers(this.redis)) ? 'ok' : 'degraded';
  }

  private answers(redis: Redis): Promise<boolean> {
    return answerInTime(redis.ping(), this.environment.REDIS_TIMEOUT_MS).then(
      () => true,
      () => false,
    );
  }
}

@Injectable()
class RedisLifecycle implements OnModuleInit, OnApplicationShutdown {
  private readonly log = new Logger('Redis');

  constructor(
    @Inject(REDIS) private readonly redis: SharedRedis,
    @Inject(ENVIRONMENT) private readonly environment: Pick<Environment, 'REDIS_TIMEOUT_MS'>,
  ) {}

  async onModuleInit(): Promise<void> {
    const { redis } = this;
    if (!redis || (await this.assertUsable(redis))) return;
    // Redis was unavailable. Once it is ready, a fault that would have prevented the start is logged.
    redis.once('ready', () => {
      this.assertUsable(redis).catch((error: unknown) => this.log.error(String(error)));
    });
  }

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }

  private assertUsable(redis: Redis): Promise<boolean> {
    return assertUsable(redis, patienceOf(this.environment));
  }
}

function connect(environment: Environment): SharedRedis {
  if (!environment.REDIS_URL) return undefined;
  const log = new Logger('Redis');
  const redis = new Redis(environment.REDIS_URL, redisOptions(environment));
  let away = false;
  redis.on('error', (error: Error) => {
    const fault = tlsFault(error);
    if (!away && fault) log.error(`Redis is away: ${fault.said}. ${fault.todo}`);
    else if (!away) log.warn(`Redis is away: ${error.message}`);
    away = true;
  });
  redis.on('ready', () => {
    if (away) log.log('Redis is back');
    away = false;
  });
  return redis;
}

@Global()
@Module({
  providers: [{ provide: REDIS, inject: [ENVIRONMENT], useFactory: connect }, RedisLifecycle, RedisCheck],
  exports: [REDIS, RedisCheck],
})
export class RedisModule {}

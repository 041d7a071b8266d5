import { Global, Inject, Injectable, Logger, Module, OnApplicationShutdown } from '@nestjs/common';
import Redis from 'ioredis';
import { ENVIRONMENT, Environment } from '../config';

/** Injection token of the {@link SharedRedis}. */
export const REDIS = Symbol('REDIS');

/** The Redis that instances share counters through; undefined when the service runs as a single process without one. */
export type SharedRedis = Redis | undefined;

@Injectable()
export class RedisLifecycle implements OnApplicationShutdown {
  constructor(@Inject(REDIS) private readonly redis: SharedRedis) {}

  onApplicationShutdown(): void {
    this.redis?.disconnect();
  }
}

function connect(environment: Environment): SharedRedis {
  if (!environment.REDIS_URL) return undefined;
  const log = new Logger('Redis');
  const redis = new Redis(environment.REDIS_URL, {
    // A request never waits for a Redis that is away: it counts for itself at once.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2 * environment.REDIS_TIMEOUT_MS,
    retryStrategy: (times) => Math.min(100 * times, 2000),
    lazyConnect: false,
  });
  let away = false;
  redis.on('error', (error: Error) => {
    if (!away) log.warn(`Redis is away: ${error.message}`);
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
  providers: [{ provide: REDIS, inject: [ENVIRONMENT], useFactory: connect }, RedisLifecycle],
  exports: [REDIS],
})
export class RedisModule {}

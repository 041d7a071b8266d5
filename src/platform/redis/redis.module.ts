import { Global, Inject, Injectable, Logger, Module, OnApplicationShutdown, OnModuleInit } from '@nestjs/common';
import Redis from 'ioredis';
import { ENVIRONMENT, Environment } from '../config';
import { patienceOf, redisOptions, tlsFault } from './redis-options';
import { REDIS, RedisCheck, type SharedRedis } from './shared-redis';
import { assertUsable } from './usable';

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
    // It was away: once it is there, what would have kept us from starting is at least said.
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

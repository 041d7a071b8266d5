export { answerInTime } from './answer-in-time';
export { RedisModule } from './redis.module';
export { groupOf, ONCE, patienceOf, redisOptions, redisTls, sentinelOptions, tlsFault } from './redis-options';
export { REDIS, RedisCheck, type SharedRedis } from './shared-redis';
export { assertUsable } from './usable';

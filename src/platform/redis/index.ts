export { answerInTime } from './answer-in-time';
export { RedisModule } from './redis.module';
export { redisTls, tlsFault } from './redis-tls';
export { REDIS, RedisCheck, type SharedRedis } from './shared-redis';
export { groupOf, sentinelOptions } from './sentinels';
export { assertUsable, ONCE, patienceOf, redisOptions } from './usable';

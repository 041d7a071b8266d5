export { answerInTime, assertUsable } from './answer-in-time';
export { RedisModule, REDIS, RedisCheck, type SharedRedis } from './redis.module';
export { groupOf, ONCE, patienceOf, redisOptions, redisTls, sentinelOptions, tlsFault } from './redis-options';

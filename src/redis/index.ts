export { answerInTime } from './answer-in-time';
export { RedisCheck } from './redis-check';
export { REDIS } from './redis-token';
export type { SharedRedis } from './redis-token';
export { RedisModule } from './redis.module';

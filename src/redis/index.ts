export { answerInTime } from './answer-in-time';
export { REDIS, RedisModule } from './redis.module';
export type { SharedRedis } from './redis.module';

export { RedisModule } from './redis.module';
export { REDIS, RedisCheck, type SharedRedis, answerInTime } from './shared-redis';

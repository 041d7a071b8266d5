export { RedisModule } from './redis.module';
export { redisTls } from './redis-tls';
export { REDIS, RedisCheck, type SharedRedis, answerInTime } from './shared-redis';

export { ADDRESS_LIMITS, RATE_TABLES, planLimits, plansOf } from './plans';
export type { PlanLimits, RateTableName } from './plans';
export { RateLimiter, rateKey } from './rate-limiter';
export type { RateCaller } from './rate-limiter';
export { RateLimitsModule } from './rate-limits.module';
export { epochKey } from './redis-counters';
export type { RateVerdict } from './window';

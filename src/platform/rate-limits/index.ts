export { type RateCaller, epochKey } from './counters';
export { ADDRESS_LIMITS, type PlanLimits, type RateTableName, planLimits, plansOf, RATE_TABLES } from './plans';
export { RateLimiter, type RateVerdict, rateKey, RateLimitsModule } from './rate-limiter';

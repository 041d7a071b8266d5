export { HealthModule } from './health.module';
export { ReadinessChecks } from './readiness-checks';
export type { ReadinessCheck } from './readiness-checks';

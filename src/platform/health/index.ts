export { AdminListener } from './admin-listener';
export { Draining } from './draining';
export { HealthModule } from './health.module';
export { ReadinessChecks } from './health.service';

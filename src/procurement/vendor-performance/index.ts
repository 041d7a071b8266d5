/** The module registers in `OrderPorts.follower` and `VendorPorts.performance` at startup. */
export { DailyRefresh } from './daily-refresh';
export { COLUMNS, figuresOf } from './domain/figures';
export { scores } from './domain/scores';
export { PerformanceRebuild } from './performance-rebuild';
export { VendorPerformanceModule } from './vendor-performance.module';

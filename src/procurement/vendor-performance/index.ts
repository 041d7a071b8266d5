/**
 * Vendor performance. Nothing calls this module directly: it plugs into `OrderPorts.follower` and
 * `VendorPorts.performance` while the application starts.
 *
 * - `PerformanceRebuild.all()`: recomputes everything, corrects what differs, and reports what did.
 * - `DailyRefresh.refresh()`: recomputes the scores that a new day changes.
 * - `scores`, `figuresOf`, `COLUMNS`: for the reports, which sum the same figures over other periods.
 */
export { DailyRefresh } from './daily-refresh';
export { COLUMNS, figuresOf } from './domain/figures';
export { scores } from './domain/scores';
export { PerformanceRebuild } from './performance-rebuild';
export { VendorPerformanceModule } from './vendor-performance.module';

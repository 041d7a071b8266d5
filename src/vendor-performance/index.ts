/**
 * Vendor performance. Nothing calls this module directly: it plugs into `OrderPorts.follower` and
 * `VendorPorts.performance` while the application starts.
 *
 * - `PerformanceRebuild.all()`: works everything out anew, puts right what differs, and says what did.
 * - `DailyRefresh.refresh()`: what the turn of the day does to scores.
 * - `scores`, `figuresOf`, `COLUMNS`: for the reports, which sum the same figures over other periods.
 */
export { DailyRefresh } from './daily-refresh';
export { scores } from './domain/scores';
export type { Competitiveness, Scores } from './domain/scores';
export { PerformanceRebuild } from './performance-rebuild';
export type { RebuildReport } from './performance-rebuild';
export { figuresOf } from './performance-windows';
export { COLUMNS } from './stored-figures';
export { VendorPerformanceModule } from './vendor-performance.module';

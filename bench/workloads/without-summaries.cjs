/**
 * Loaded into a service before it starts (`node --require`): vendors' totals and performance are no longer kept. What
 * triggers keep is switched off in the database; see `parts/summaries.ts`.
 */
const { join } = require('node:path');

const dist = join(__dirname, '..', '..', 'dist');
const { VendorTotals } = require(join(dist, 'procurement/vendors/vendor-totals.repository.js'));
const { VendorPerformanceService } = require(
  join(dist, 'procurement/vendor-performance/vendor-performance.service.js'),
);

VendorTotals.prototype.add = () => Promise.resolve();
VendorPerformanceService.prototype.changed = () => undefined;

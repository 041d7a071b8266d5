/**
 * Vendors. For the modules that name one:
 *
 * - `VendorsService.requireUsable(tx, id)`, `.lookUp(tx, id)`: the vendor, or a refusal of the field that named it.
 * - `VendorTotals`: what orders make of a vendor, its totals and its score.
 * - `VendorPorts`: where orders and vendor performance plug in.
 */
export { isBlocked } from './domain/lifecycle';
export type { ReferencedVendor } from './domain/lifecycle';
export { COMPETITIVENESS, VendorPorts } from './ports';
export type { VendorOrdersPort, VendorPerformance, VendorPerformancePort } from './ports';
export { VendorTotals } from './vendor-totals.sql';
export { VendorsModule } from './vendors.module';
export { vendorSql, VendorsQueries } from './vendors.queries';
export { VendorsService } from './vendors.service';

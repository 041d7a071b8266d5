/**
 * Vendors. For the modules that name one:
 *
 * - `VendorsService.requireUsable(tx, id)`, `.lookUp(tx, id)`: the vendor, or a refusal of the field that named it.
 * - `VendorTotals.add(tx, vendorId, change)`: what an order adds to its vendor's totals.
 * - `VendorPorts`: where vendor performance plugs in.
 */
export { isBlocked } from './domain/usable';
export type { ReferencedVendor, UsableVendor } from './domain/usable';
export { COMPETITIVENESS, VendorPorts } from './ports';
export type { Competitiveness, VendorPerformance, VendorPerformancePort } from './ports';
export { VendorTotals } from './vendor-totals';
export type { TotalsChange } from './vendor-totals';
export { VendorsModule } from './vendors.module';
export { VendorsQueries } from './vendors.queries';
export { VendorsService } from './vendors.service';

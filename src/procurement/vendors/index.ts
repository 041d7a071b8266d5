/**
 * `VendorReferences` checks and locks a vendor. `BankAccountsService.payable` and `paymentTarget` select the bank
 * details of a payment. Orders and vendor performance register in `VendorPorts`.
 */
export { BankAccountsService } from './bank-accounts/bank-accounts.service';
export { BankAccountResponse, toBankAccountResponse } from './bank-accounts/answers';
export {
  BankAccountsQueries,
  PAID_UNVERIFIED,
  paidAccountSql,
  unverifiedSql,
} from './bank-accounts/bank-accounts.queries';
export {
  type PaidAccount,
  type PaymentTarget,
  paymentTarget,
  shownAccount,
  unverifiedWarnings,
} from './domain/bank-accounts';
export { assertUsable, isBlocked, type ReferencedVendor } from './domain/lifecycle';
export { COMPETITIVENESS, VendorPorts } from './ports';
export type { VendorOrdersPort, VendorPerformance, VendorPerformancePort } from './ports';
export { VendorReferences } from './vendor-references.repository';
export { VendorTotals } from './vendor-totals.repository';
export { VendorsModule } from './vendors.module';
export { byPrimaryKey, vendorSql, VendorsQueries } from './vendors.queries';
export { VendorsService } from './vendors.service';
export { toVendorResponse, VendorResponse } from './http/answers';
export { CreateVendorDto, UpdateVendorDto } from './http/requests';
export { WrittenVendor } from './entities/vendor.entity';

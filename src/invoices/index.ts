/**
 * Invoices. For the modules behind them:
 *
 * - `InvoicePorts`: where budgets plug in, once, while the application starts; see `SpendingPort`.
 * - `MatchReason`, `presentReason`, `MatchReasonOut`: why an invoice is no full match, for reports.
 */
export { MatchReasonOut } from './approval/answers';
export { presentReason } from './approval/present';
export type { MatchReason } from './domain/matching/reasons';
export { InvoicesModule } from './invoices.module';
export { InvoicePorts } from './ports';
export type { SpendingOverride, SpendingPort, SpentInvoice } from './ports';

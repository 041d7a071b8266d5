/**
 * Invoices. For the modules behind them:
 *
 * - `InvoicePorts`: where budgets plug in, once, while the application starts; see `SpendingPort`.
 * - `InvoicesQueries.get(tenantId, id)`: an invoice with everything about it, in one flight.
 * - `InvoiceEntryService`, `InvoiceDecisionsService`, `InvoiceApprovalService`, `PaymentsService`: the verbs, for seeds and tasks.
 */
export { MatchReasonOut } from './approval/answers';
export type { MatchReason } from './domain/matching/reasons';
export { InvoiceDecisionsService } from './invoice-decisions.service';
export { InvoiceEntryService } from './invoices.service';
export { InvoiceApprovalService } from './approval/invoice-approval.service';
export type { InvoiceInput, NewInvoiceInput } from './domain/entry/input';
export type { InvoiceRow } from './entities/invoice-rows';
export { InvoicesModule } from './invoices.module';
export { InvoicesQueries } from './invoices.queries';
export { PaymentsService } from './payments/payments.service';
export { InvoicePorts } from './ports';
export { presentReason } from './approval/present';
export type { SpendingOverride, SpendingPort, SpentInvoice } from './ports';

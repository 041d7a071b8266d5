/**
 * Invoices. For the modules behind them:
 *
 * - `InvoicePorts`: where budgets plug in, once, while the application starts; see `SpendingPort`.
 * - `InvoicesQueries.get(tenantId, id)`: an invoice with everything about it, in one flight.
 * - `InvoiceEntryService`, `InvoiceDecisionsService`, `InvoiceApprovalService`, `PaymentsService`: the verbs, for seeds and tasks.
 */
export { MatchReasonOut } from './answers/match';
export type { MatchReason } from './domain/reasons';
export { InvoiceDecisionsService } from './invoice-decisions.service';
export { InvoiceEntryService } from './invoice-entry.service';
export { InvoiceApprovalService } from './invoice-approval.service';
export type { InvoiceInput, NewInvoiceInput } from './invoice-input';
export type { InvoiceRow } from './invoice-rows';
export { InvoicesModule } from './invoices.module';
export { InvoicesQueries } from './invoices.queries';
export { PaymentsService } from './payments.service';
export { InvoicePorts } from './ports';
export { presentReason } from './present-match';
export type { SpendingOverride, SpendingPort, SpentInvoice } from './ports';

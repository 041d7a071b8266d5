/**
 * Invoices. For the modules behind them:
 *
 * - `InvoicePorts`: where budgets plug in, once, while the application starts; see `SpendingPort`.
 * - `MatchReason`, `presentReason`, `MatchReasonOut`: why an invoice is no full match, for reports.
 * - `InvoicesService`, `InvoiceApprovalService`, `CreateInvoiceIn`, `UpdateInvoiceIn` and `requireUnblocked`: for imports.
 */
export { InvoiceApprovalService } from './approval/invoice-approval.service';
export { requireUnblocked } from './domain/approval/authority';
export { InvoicesService } from './invoices.service';
export { CreateInvoiceIn, UpdateInvoiceIn } from './http/requests';
export { InvoiceDetailOut, MatchReasonOut } from './http/answers';
export { presentInvoice, presentReason } from './http/present';
export { InvoicesQueries } from './queries/invoices.queries';
export type { MatchReason } from './domain/matching/reasons';
export { InvoicesModule } from './invoices.module';
export { InvoicePorts } from './ports';
export type { SpendingCheck, SpendingPort, SpentInvoice } from './ports';

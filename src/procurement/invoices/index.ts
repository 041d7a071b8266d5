/**
 * Invoices. For the modules behind them:
 *
 * - `InvoicePorts`: where budgets plug in, once, while the application starts; see `SpendingPort`.
 * - `MatchReason`, `presentReason`, `MatchReasonResponse`: why an invoice is no full match, for reports.
 * - `InvoicesService`, `InvoiceApprovalService`, `CreateInvoiceDto`, `UpdateInvoiceDto` and `requireUnblocked`: for imports.
 */
export { InvoiceApprovalService } from './approval/invoice-approval.service';
export { requireUnblocked } from './domain/approval/authority';
export { InvoicesService } from './invoices.service';
export { CreateInvoiceDto, UpdateInvoiceDto } from './http/requests';
export { InvoiceDetailResponse, MatchReasonResponse } from './http/answers';
export { presentInvoice, presentReason } from './http/present';
export { InvoicesQueries } from './queries/invoices.queries';
export type { MatchReason } from './domain/matching/reasons';
export { InvoicesModule } from './invoices.module';
export { InvoicePorts } from './ports';
export type { SpendingCheck, SpendingPort, SpentInvoice } from './ports';

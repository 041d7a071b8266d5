/**
 * Invoices. For the modules behind them:
 *
 * - `InvoicePorts`: where budgets plug in, once, while the application starts; see `SpendingPort`.
 * - `MatchReason`, `toMatchReasonResponse`, `MatchReasonResponse`: why an invoice is no full match, for reports.
 * - `InvoicesService`, `InvoiceApprovalService`, `CreateInvoiceDto`, `UpdateInvoiceDto`, `WrittenInvoice`, `WrittenInvoiceItem` and
 *   `requireUnblocked`: for imports.
 */
export { InvoiceApprovalService } from './approval/invoice-approval.service';
export { requireUnblocked } from './domain/approval/authority';
export { WrittenInvoice, WrittenInvoiceItem } from './entities/invoice.entity';
export { InvoicesService } from './invoices.service';
export { CreateInvoiceDto, UpdateInvoiceDto } from './http/requests';
export { InvoiceDetailResponse, toInvoiceResponse } from './http/answers';
export { MatchReasonResponse, toMatchReasonResponse } from './http/match-answers';
export { InvoicesQueries } from './queries/invoices.queries';
export type { MatchReason } from './domain/matching/reasons';
export { InvoicesModule } from './invoices.module';
export { InvoicePorts } from './ports';
export type { SpendingCheck, SpendingPort, SpentInvoice } from './ports';

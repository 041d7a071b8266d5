/** Budgets register in `InvoicePorts`. Reports use the match reasons. Imports use the other exports. */
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
export { InvoicePorts, type SpendingCheck, type SpendingPort, type SpentInvoice } from './ports';

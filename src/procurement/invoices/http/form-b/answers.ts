import { OmitType } from '@nestjs/swagger';
import { OrderDocumentResponse, presentOrderDocument } from '../../../documents';
import { Out } from '../../../../platform/http';
import {
  CreatedInvoiceResponse,
  InvoiceDetailResponse,
  InvoiceSummaryResponse,
  LineItemResponse,
  UpdatedInvoiceResponse,
} from '../answers';
import type { CalendarDate } from '../../../../common/clock';
import type { InvoiceRow, InvoiceSummaryRow } from '../rows';
import { presentCreated, presentInvoice, presentSummary, presentUpdated, type Reading } from '../present';

/** Form B shows Form A's names and its own beside them. */

export class InvoiceSummaryResponseB extends InvoiceSummaryResponse {
  @Out.id({ nullable: true }) purchase_order_id: number | null;
}

export class InvoiceDetailResponseB extends OmitType(InvoiceDetailResponse, ['attachments']) {
  @Out.id({ nullable: true }) purchase_order_id: number | null;
  @Out.list(() => LineItemResponse, { description: 'The same as line_items.' }) lines: LineItemResponse[];
  @Out.list(() => OrderDocumentResponse) documents: OrderDocumentResponse[];
}

export class CreatedInvoiceResponseB extends CreatedInvoiceResponse {
  @Out.list(() => LineItemResponse, { description: 'The same as line_items.' }) lines: LineItemResponse[];
}

export class UpdatedInvoiceResponseB extends UpdatedInvoiceResponse {
  @Out.list(() => LineItemResponse, { description: 'The same as line_items.' }) lines: LineItemResponse[];
}

export function presentSummaryB(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryResponseB {
  return { ...presentSummary(row, today), purchase_order_id: row.purchase_order?.id ?? null };
}

export function presentInvoiceB(row: InvoiceRow, reading: Reading): InvoiceDetailResponseB {
  const { attachments: _, ...invoice } = presentInvoice(row, reading);
  const documents = row.documents.map(presentOrderDocument);
  return { ...invoice, purchase_order_id: row.purchase_order?.id ?? null, lines: invoice.line_items, documents };
}

export function presentCreatedB(row: InvoiceRow, reading: Reading): CreatedInvoiceResponseB {
  const invoice = presentCreated(row, reading);
  return { ...invoice, lines: invoice.line_items };
}

export function presentUpdatedB(row: InvoiceRow, reading: Reading): UpdatedInvoiceResponseB {
  const invoice = presentUpdated(row, reading);
  return { ...invoice, lines: invoice.line_items };
}

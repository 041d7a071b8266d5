import { OmitType } from '@nestjs/swagger';
import type { CalendarDate } from '../../../common/clock';
import { Out } from '../../../platform/http';
import { OrderDocumentResponse, toOrderDocumentResponse } from '../../documents';
import {
  CreatedInvoiceResponse,
  InvoiceDetailResponse,
  type InvoiceRow,
  InvoiceSummaryResponse,
  type InvoiceSummaryRow,
  LineItemResponse,
  type Reading,
  toCreatedInvoiceResponse,
  toInvoiceResponse,
  toInvoiceSummaryResponse,
  toUpdatedInvoiceResponse,
  UpdatedInvoiceResponse,
} from './answers';

// Form B has the fields of Form A plus its additional names.

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

export function toInvoiceSummaryResponseB(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryResponseB {
  return { ...toInvoiceSummaryResponse(row, today), purchase_order_id: row.purchase_order?.id ?? null };
}

export function toInvoiceResponseB(row: InvoiceRow, reading: Reading): InvoiceDetailResponseB {
  const { attachments: _, ...invoice } = toInvoiceResponse(row, reading);
  const documents = row.documents.map(toOrderDocumentResponse);
  return { ...invoice, purchase_order_id: row.purchase_order_id, lines: row.line_items, documents };
}

export function toCreatedInvoiceResponseB(row: InvoiceRow, reading: Reading): CreatedInvoiceResponseB {
  return { ...toCreatedInvoiceResponse(row, reading), lines: row.line_items };
}

export function toUpdatedInvoiceResponseB(row: InvoiceRow, reading: Reading): UpdatedInvoiceResponseB {
  return { ...toUpdatedInvoiceResponse(row, reading), lines: row.line_items };
}

export const INVOICE = { a: InvoiceDetailResponse, b: InvoiceDetailResponseB };
export const INVOICE_IN_FORM = { a: toInvoiceResponse, b: toInvoiceResponseB };

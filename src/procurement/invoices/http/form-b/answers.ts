import { OmitType } from '@nestjs/swagger';
import { OrderDocumentOut, presentOrderDocument } from '../../../documents';
import { Out } from '../../../../platform/http';
import { CreatedInvoiceOut, InvoiceDetailOut, InvoiceSummaryOut, LineItemOut, UpdatedInvoiceOut } from '../answers';
import type { CalendarDate } from '../../../../common/clock';
import type { InvoiceRow, InvoiceSummaryRow } from '../rows';
import { presentCreated, presentInvoice, presentSummary, presentUpdated, type Reading } from '../present';

/** Form B shows Form A's names and its own beside them. */

export class InvoiceSummaryOutB extends InvoiceSummaryOut {
  @Out.id({ nullable: true }) purchase_order_id: number | null;
}

export class InvoiceDetailOutB extends OmitType(InvoiceDetailOut, ['attachments']) {
  @Out.id({ nullable: true }) purchase_order_id: number | null;
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' }) lines: LineItemOut[];
  @Out.list(() => OrderDocumentOut) documents: OrderDocumentOut[];
}

export class CreatedInvoiceOutB extends CreatedInvoiceOut {
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' }) lines: LineItemOut[];
}

export class UpdatedInvoiceOutB extends UpdatedInvoiceOut {
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' }) lines: LineItemOut[];
}

export function presentSummaryB(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryOutB {
  return { ...presentSummary(row, today), purchase_order_id: row.purchase_order?.id ?? null };
}

export function presentInvoiceB(row: InvoiceRow, reading: Reading): InvoiceDetailOutB {
  const { attachments: _, ...invoice } = presentInvoice(row, reading);
  const documents = row.documents.map(presentOrderDocument);
  return { ...invoice, purchase_order_id: row.purchase_order?.id ?? null, lines: invoice.line_items, documents };
}

export function presentCreatedB(row: InvoiceRow, reading: Reading): CreatedInvoiceOutB {
  const invoice = presentCreated(row, reading);
  return { ...invoice, lines: invoice.line_items };
}

export function presentUpdatedB(row: InvoiceRow, reading: Reading): UpdatedInvoiceOutB {
  const invoice = presentUpdated(row, reading);
  return { ...invoice, lines: invoice.line_items };
}

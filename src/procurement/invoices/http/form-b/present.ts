import type { CalendarDate } from '../../../../common/clock';
import { presentOrderDocument } from '../../../documents';
import type { InvoiceRow, InvoiceSummaryRow } from '../rows';
import { presentCreated, presentInvoice, presentSummary, presentUpdated, type Reading } from '../present';
import type { CreatedInvoiceOutB, InvoiceDetailOutB, InvoiceSummaryOutB, UpdatedInvoiceOutB } from './answers';

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

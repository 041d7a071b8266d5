import type { CalendarDate } from '../../../common/clock';
import { Out } from '../../../http';
import { CreatedInvoiceOut, UpdatedInvoiceOut } from '../../answers/changed';
import { InvoiceDetailOut } from '../answers';
import { LineItemOut } from '../../answers/line';
import { InvoiceSummaryOut } from '../../answers/summary';
import type { InvoiceRow, InvoiceSummaryRow } from '../../entities/invoice-rows';
import type { InvoiceAnswer } from '../../invoice-work';
import { presentCreated, presentInvoice, presentSummary, presentUpdated, type Reading } from '../present';

/** Form B shows Form A's names and its own beside them. */

export class InvoiceSummaryOutB extends InvoiceSummaryOut {
  @Out.id({ nullable: true })
  purchase_order_id: number | null;
}

export class InvoiceDetailOutB extends InvoiceDetailOut {
  @Out.id({ nullable: true })
  purchase_order_id: number | null;

  @Out.list(() => LineItemOut, { description: 'The same as line_items.' })
  lines: LineItemOut[];
}

export class CreatedInvoiceOutB extends CreatedInvoiceOut {
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' })
  lines: LineItemOut[];
}

export class UpdatedInvoiceOutB extends UpdatedInvoiceOut {
  @Out.list(() => LineItemOut, { description: 'The same as line_items.' })
  lines: LineItemOut[];
}

export function presentSummaryB(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryOutB {
  return { ...presentSummary(row, today), purchase_order_id: row.purchase_order?.id ?? null };
}

export function presentInvoiceB(row: InvoiceRow, reading: Reading): InvoiceDetailOutB {
  const invoice = presentInvoice(row, reading);
  return { ...invoice, purchase_order_id: row.purchase_order?.id ?? null, lines: invoice.line_items };
}

export function presentCreatedB(answer: InvoiceAnswer, reading: Reading): CreatedInvoiceOutB {
  const invoice = presentCreated(answer, reading);
  return { ...invoice, lines: invoice.line_items };
}

export function presentUpdatedB(answer: InvoiceAnswer, reading: Reading): UpdatedInvoiceOutB {
  const invoice = presentUpdated(answer, reading);
  return { ...invoice, lines: invoice.line_items };
}

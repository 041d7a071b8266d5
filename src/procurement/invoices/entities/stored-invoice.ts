import { type Decimal, decimal } from '../../../common/money';
import type { HeaderTotals } from '../domain/entry/totals';
import type { InvoiceLineFacts } from '../domain/entry/lines';
import type { QueuedInvoice } from '../domain/matching/match';
import type { PaymentFacts } from '../domain/payments';
import type { Invoice, ShownInvoice } from './invoice.entity';

/** What no verb judges an invoice by. */
export const NOT_JUDGED_BY = [
  'rejectionReason',
  'rejectedAt',
  'voidReason',
  'voidedAt',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ShownInvoice)[];

/** The columns of an invoice that its verbs judge by, and its lines. */
export interface StoredInvoice extends Readonly<
  Omit<ShownInvoice, (typeof NOT_JUDGED_BY)[number]> &
    Pick<Invoice, 'createdById' | 'submittedById' | 'changedByIds' | 'approvedById' | 'currentStep'>
> {
  /** Its vendor is blocked: it waits, and nobody may approve it. */
  readonly vendorBlocked: boolean;
  /** In line order. */
  readonly lines: readonly StoredInvoiceLine[];
}

export interface StoredInvoiceLine extends InvoiceLineFacts {
  readonly creditedQuantity: Decimal;
}

/** The totals at the invoice's foot. */
export function totalsOf({ subtotal, vatAmount, total }: StoredInvoice): HeaderTotals {
  return { subtotal, vat: vatAmount, total };
}

/** The invoice with its place in the queue of the order's waiting invoices. */
export function queuedInvoice(invoice: StoredInvoice): QueuedInvoice {
  const { id, submittedAt, vendorId, currency, lines } = invoice;
  return { id, submittedAt, vendorId, currency, lines, totals: totalsOf(invoice) };
}

/** What its payment is judged by. */
export function paymentFactsOf(invoice: StoredInvoice): PaymentFacts {
  const { status, total, creditedAmount: credited, paidAmount: paid, dueDate } = invoice;
  return { status, total, credited, paid, dueDate };
}

/** T with its decimals as text, so that nothing is rounded on the way from the database. */
export type AsText<T> = { readonly [Key in keyof T]: T[Key] extends Decimal ? string : T[Key] };

/** The row that `STORED` (`queries/invoices.sql.ts`) answers. */
export interface StoredInvoiceRow extends AsText<Omit<StoredInvoice, 'lines'>> {
  readonly version: number;
  readonly lines: readonly AsText<StoredInvoiceLine>[];
}

/** A row with these figures, which arrive as text, as exact decimals. */
export function withDecimals<Row extends object, Name extends keyof Row>(
  row: Row & Readonly<Record<Name, string>>,
  ...names: readonly Name[]
): Omit<Row, Name> & Readonly<Record<Name, Decimal>> {
  const figures = Object.fromEntries(names.map((name) => [name, decimal(row[name])])) as Record<Name, Decimal>;
  return { ...row, ...figures };
}

/** The row as a stored invoice. */
export function storedInvoice({ version: _, lines, ...row }: StoredInvoiceRow): StoredInvoice {
  return {
    ...withDecimals(row, 'subtotal', 'vatAmount', 'total', 'creditedAmount', 'paidAmount'),
    lines: lines.map((line) => withDecimals(line, 'quantity', 'unitPrice', 'vatRate', 'creditedQuantity')),
  };
}

import { type Decimal, decimal } from '../../../common/money';
import type { HeaderTotals } from '../domain/entry/totals';
import type { InvoiceLineFacts } from '../domain/entry/lines';
import type { QueuedInvoice } from '../domain/matching/match';
import type { PaymentFacts } from '../domain/payments';
import type { Invoice, ShownInvoice } from './invoice.entity';

export const NOT_JUDGED_BY = [
  'rejectionReason',
  'rejectedAt',
  'voidReason',
  'voidedAt',
  'createdAt',
  'updatedAt',
] as const satisfies readonly (keyof ShownInvoice)[];

/** The columns of an invoice that actions need for their decisions, and its lines. */
export interface StoredInvoice extends Readonly<
  Omit<ShownInvoice, (typeof NOT_JUDGED_BY)[number]> &
    Pick<Invoice, 'createdById' | 'submittedById' | 'changedByIds' | 'approvedById' | 'currentStep'>
> {
  /** While its vendor is blocked, the invoice stays submitted and only an override can approve it. */
  readonly vendorBlocked: boolean;
  /** In line order. */
  readonly lines: readonly StoredInvoiceLine[];
}

export interface StoredInvoiceLine extends InvoiceLineFacts {
  readonly creditedQuantity: Decimal;
}

export function totalsOf({ subtotal, vatAmount, total }: StoredInvoice): HeaderTotals {
  return { subtotal, vat: vatAmount, total };
}

export function queuedInvoice(invoice: StoredInvoice): QueuedInvoice {
  const { id, submittedAt, vendorId, currency, lines } = invoice;
  return { id, submittedAt, vendorId, currency, lines, totals: totalsOf(invoice) };
}

export function paymentFactsOf(invoice: StoredInvoice): PaymentFacts {
  const { status, total, creditedAmount: credited, paidAmount: paid, dueDate } = invoice;
  return { status, total, credited, paid, dueDate };
}

/** T with its decimals as text, which avoids rounding between the database and `Decimal`. */
export type AsText<T> = { readonly [Key in keyof T]: T[Key] extends Decimal ? string : T[Key] };

export interface StoredInvoiceRow extends AsText<Omit<StoredInvoice, 'lines'>> {
  readonly version: number;
  readonly lines: readonly AsText<StoredInvoiceLine>[];
}

/** The row with these text figures converted to exact decimals. */
export function withDecimals<Row extends object, Name extends keyof Row>(
  row: Row & Readonly<Record<Name, string>>,
  ...names: readonly Name[]
): Omit<Row, Name> & Readonly<Record<Name, Decimal>> {
  const figures = Object.fromEntries(names.map((name) => [name, decimal(row[name])])) as Record<Name, Decimal>;
  return { ...row, ...figures };
}

export function storedInvoice({ version: _, lines, ...row }: StoredInvoiceRow): StoredInvoice {
  return {
    ...withDecimals(row, 'subtotal', 'vatAmount', 'total', 'creditedAmount', 'paidAmount'),
    lines: lines.map((line) => withDecimals(line, 'quantity', 'unitPrice', 'vatRate', 'creditedQuantity')),
  };
}

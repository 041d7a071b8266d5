import type { CalendarDate } from '../../common/clock';
import { MATCH_STATUSES } from '../../common/records/matching';
import type { Language } from '../../common/messages';
import { decimal, toNumber } from '../../common/money';
import { Out } from '../../http';
import { INVOICE_STATUSES } from '../domain/lifecycle';
import { amountDue, PAYMENT_STATUSES, type PaymentFacts, paymentStatus } from '../domain/payments/payment';
import type { InvoiceHeadRow, InvoiceSummaryRow } from '../queries/invoice-rows';

/** What every answer about an invoice begins with, and what a list shows: their shapes, and how they are made. */

export class InvoicePartyOut {
  @Out.id() id: number;
  @Out.text() name: string;
}

/** Something the caller should know of a change that was made all the same. */
export class InvoiceWarningOut {
  @Out.text({ example: 'POSSIBLE_DUPLICATE' }) code: string;
  @Out.text() message: string;
}

export class OrderNumberOut {
  @Out.id() id: number;
  @Out.text({ example: 'PO-2026-000042' }) po_number: string;
}

/** What every answer about an invoice says first. */
export class InvoiceRefOut {
  @Out.id() id: number;
  @Out.text({ example: 'INV-2026-000042', description: 'The service’s number.' }) invoice_number: string;
  @Out.oneOf(INVOICE_STATUSES) status: string;
  @Out.oneOf(PAYMENT_STATUSES) payment_status: string;
  @Out.oneOf(MATCH_STATUSES) match_status: string;
}

/** An invoice in a list. */
export class InvoiceSummaryOut extends InvoiceRefOut {
  @Out.text({ description: 'The vendor’s own number.' }) vendor_invoice_number: string;
  @Out.currency() currency: string;
  @Out.amount() subtotal: number;
  @Out.amount() vat_amount: number;
  @Out.amount() total: number;
  @Out.timestamp({ description: 'Midnight UTC of the invoice’s date.' }) invoice_date: string;
  @Out.timestamp({ description: 'Midnight UTC of the day payment is due.' }) due_date: string;
  @Out.object(() => InvoicePartyOut) vendor: InvoicePartyOut;
  @Out.object(() => OrderNumberOut, { nullable: true }) purchase_order: OrderNumberOut | null;
  @Out.timestamp() created_at: string;
}

/** What an answer depends on besides the invoice. */
export interface Reading {
  readonly today: CalendarDate;
  readonly language: Language;
}

/** An invoice in a list. */
export function presentSummary(row: InvoiceSummaryRow, today: CalendarDate): InvoiceSummaryOut {
  return {
    ...presentRef(row, today),
    vendor_invoice_number: row.vendor_invoice_number,
    currency: row.currency,
    subtotal: row.subtotal,
    vat_amount: row.vat_amount,
    total: row.total,
    invoice_date: midnight(row.invoice_date),
    due_date: midnight(row.due_date),
    vendor: row.vendor,
    purchase_order: row.purchase_order,
    created_at: row.created_at,
  };
}

/** What every answer says first. */
export function presentRef(row: InvoiceHeadRow, today: CalendarDate): InvoiceRefOut {
  return {
    id: row.id,
    invoice_number: row.invoice_number,
    status: row.status,
    payment_status: paymentStatus(paymentFacts(row), today),
    match_status: row.match_status,
  };
}

/** What was paid, credited and is due. */
export function moneyOf(row: InvoiceHeadRow): { amount_paid: number; amount_credited: number; amount_due: number } {
  return {
    amount_paid: row.paid_amount,
    amount_credited: row.credited_amount,
    amount_due: toNumber(amountDue(paymentFacts(row))),
  };
}

function paymentFacts(row: InvoiceHeadRow): PaymentFacts {
  return {
    status: row.status,
    total: decimal(row.total),
    credited: decimal(row.credited_amount),
    paid: decimal(row.paid_amount),
    dueDate: row.due_date,
  };
}

/** A day goes out as the instant it begins, UTC. */
export function midnight(day: CalendarDate): string {
  return `${day}T00:00:00.000Z`;
}

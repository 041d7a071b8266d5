import type { InvoiceLineFacts } from '../../src/procurement/invoices/domain/entry/lines';
import { type Decimal, decimal, type DecimalInput, ZERO } from '../../src/common/money';
import type { ApprovalPolicy } from '../../src/procurement/invoices/domain/approval/authority';
import type {
  BilledBefore,
  InvoiceFacts,
  OrderFacts,
  OrderLineFacts,
} from '../../src/procurement/invoices/domain/matching/facts';
import type { QueuedInvoice } from '../../src/procurement/invoices/domain/matching/match';
import type { Allowance, Tolerances } from '../../src/procurement/invoices/domain/matching/line-match';
import { computedTotals, type HeaderTotals } from '../../src/procurement/invoices/domain/entry/totals';

/** Builders of the facts that a match compares: a test sets the facts that matter to it, the rest have defaults. */

/** The tolerances of a new tenant: no allowance, and favourable differences pass. */
export const NO_TOLERANCE: Tolerances = {
  price: { pct: ZERO, abs: null },
  quantity: { pct: ZERO, abs: null },
  checkUnder: false,
};

export const INITIAL_POLICY: ApprovalPolicy = {
  approvableMatchStatuses: ['full_match'],
  invoicesWithoutOrder: 'admin',
};

export interface OrderLineSketch {
  description?: string;
  unit?: string | null;
  ordered?: DecimalInput;
  accepted?: DecimalInput;
  price?: DecimalInput;
  vat?: DecimalInput;
}

/** Order lines with ids 1, 2, 3 and so on. By default 10 at 100.00, nothing received. */
export function order(lines: readonly OrderLineSketch[], { threeWay = true, billable = true } = {}): OrderFacts {
  return { vendorId: 1, currency: 'SAR', billable, threeWay, lines: lines.map(orderLine) };
}

function orderLine(line: OrderLineSketch, index: number): OrderLineFacts {
  return {
    id: index + 1,
    lineNumber: index + 1,
    description: line.description ?? `Item ${index + 1}`,
    unit: line.unit ?? null,
    ordered: decimal(line.ordered ?? 10),
    accepted: decimal(line.accepted ?? 0),
    unitPrice: decimal(line.price ?? 100),
    vatRate: decimal(line.vat ?? 15),
  };
}

export interface InvoiceLineSketch {
  description?: string;
  unit?: string | null;
  quantity?: DecimalInput;
  price?: DecimalInput;
  vat?: DecimalInput;
  poLineId?: number | null;
}

/**
 * An invoice with line ids 101, 102 and so on. By default 10 at 100.00, with the order's descriptions and computed
 * totals.
 */
export function invoice(
  lines: readonly InvoiceLineSketch[],
  { currency = 'SAR', totals }: { currency?: string; totals?: HeaderTotals } = {},
): InvoiceFacts {
  const facts = lines.map(invoiceLine);
  return { vendorId: 1, currency, lines: facts, totals: totals ?? computedTotals(facts, currency) };
}

function invoiceLine(line: InvoiceLineSketch, index: number): InvoiceLineFacts {
  return {
    id: index + 101,
    lineNumber: index + 1,
    poLineId: line.poLineId ?? null,
    description: line.description ?? `Item ${index + 1}`,
    unit: line.unit ?? null,
    quantity: decimal(line.quantity ?? 10),
    unitPrice: decimal(line.price ?? 100),
    vatRate: decimal(line.vat ?? 15),
  };
}

/** An invoice in the queue. Its id is also its place, unless `submittedAt` is given. */
export function queued(
  id: number,
  lines: readonly InvoiceLineSketch[],
  submittedAt: Date | null = new Date(id),
): QueuedInvoice {
  return { ...invoice(lines), id, submittedAt };
}

export function tolerances(some: {
  price?: { pct?: DecimalInput; abs?: DecimalInput };
  quantity?: { pct?: DecimalInput; abs?: DecimalInput };
  checkUnder?: boolean;
}): Tolerances {
  return {
    price: some.price ? allowance(some.price) : NO_TOLERANCE.price,
    quantity: some.quantity ? allowance(some.quantity) : NO_TOLERANCE.quantity,
    checkUnder: some.checkUnder ?? false,
  };
}

export const NOTHING_BILLED: BilledBefore = new Map();

/** Quantities billed before, by order line id. */
export function billed(quantities: Readonly<Record<number, DecimalInput>>): BilledBefore {
  return new Map(Object.entries(quantities).map(([id, quantity]) => [Number(id), decimal(quantity)]));
}

/** The totals printed on the invoice. */
export function printed(subtotal: DecimalInput, vat: DecimalInput, total: DecimalInput): HeaderTotals {
  return { subtotal: decimal(subtotal), vat: decimal(vat), total: decimal(total) };
}

function allowance({ pct, abs }: { pct?: DecimalInput; abs?: DecimalInput }): Allowance {
  const set = (value: DecimalInput | undefined): Decimal | null => (value === undefined ? null : decimal(value));
  return { pct: set(pct), abs: set(abs) };
}

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

/** Builders of the facts a match looks at: a story names what matters to it, the rest is plain. */

/** Nothing allowed, favourable differences welcome: what a new tenant's settings say. */
export const NO_TOLERANCE: Tolerances = {
  price: { pct: ZERO, abs: null },
  quantity: { pct: ZERO, abs: null },
  checkUnder: false,
};

/** What a new tenant's settings let pass. */
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

/** Order lines with ids 1, 2, 3 and so on: 10 @ 100.00, nothing received, unless told otherwise. */
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

/** An invoice with line ids 101, 102 and so on: 10 @ 100.00, named as the order's lines are, totals computed. */
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

/** An invoice that waits in the queue; its id is also its place unless `submittedAt` says otherwise. */
export function queued(
  id: number,
  lines: readonly InvoiceLineSketch[],
  submittedAt: Date | null = new Date(id),
): QueuedInvoice {
  return { ...invoice(lines), id, submittedAt };
}

/** Tolerances of which only some are set. */
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

/** Nothing billed before. */
export const NOTHING_BILLED: BilledBefore = new Map();

/** Billed before, by order line id. */
export function billed(quantities: Readonly<Record<number, DecimalInput>>): BilledBefore {
  return new Map(Object.entries(quantities).map(([id, quantity]) => [Number(id), decimal(quantity)]));
}

/** Printed totals. */
export function printed(subtotal: DecimalInput, vat: DecimalInput, total: DecimalInput): HeaderTotals {
  return { subtotal: decimal(subtotal), vat: decimal(vat), total: decimal(total) };
}

function allowance({ pct, abs }: { pct?: DecimalInput; abs?: DecimalInput }): Allowance {
  const set = (value: DecimalInput | undefined): Decimal | null => (value === undefined ? null : decimal(value));
  return { pct: set(pct), abs: set(abs) };
}

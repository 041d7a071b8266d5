import { type Decimal, decimal, type DecimalInput, roundedQuotient, ZERO } from '../../../common/money';
import { everyGroup } from './groups';

export const GROUPINGS = ['department', 'vendor', 'category', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** Ordered, invoiced and paid amounts in one currency, including VAT. */
interface Sums<Amount> {
  readonly currency: string;
  readonly po_count: number;
  readonly po_total: Amount;
  readonly invoice_count: number;
  readonly invoiced_total: Amount;
  readonly paid_total: Amount;
}

export interface Spending extends Sums<DecimalInput> {
  readonly key: string;
  readonly id: number | null;
  readonly name: string | null;
}

export type SpendingTotal = Sums<Decimal>;

/** Sums per currency in the sequence of first appearance. Currencies are never added together. */
export function spendingTotals(rows: readonly Spending[]): SpendingTotal[] {
  const totals = new Map<string, SpendingTotal>();
  for (const row of rows) {
    const { currency } = row;
    totals.set(currency, plus(totals.get(currency) ?? emptyTotal(currency), row));
  }
  return [...totals.values()];
}

/** Totals minus the shown rows, per currency, without zero results. */
export function spendingRest(rows: readonly Spending[], totals: readonly SpendingTotal[]): SpendingTotal[] {
  const shown = new Map(spendingTotals(rows).map((total) => [total.currency, total]));
  return totals
    .map((total) => plus(total, shown.get(total.currency) ?? emptyTotal(total.currency), -1))
    .filter((rest) => !isNothing(rest));
}

function plus(total: SpendingTotal, row: Sums<DecimalInput>, sign: 1 | -1 = 1): SpendingTotal {
  return {
    currency: total.currency,
    po_count: total.po_count + sign * row.po_count,
    po_total: total.po_total.plus(decimal(row.po_total).times(sign)),
    invoice_count: total.invoice_count + sign * row.invoice_count,
    invoiced_total: total.invoiced_total.plus(decimal(row.invoiced_total).times(sign)),
    paid_total: total.paid_total.plus(decimal(row.paid_total).times(sign)),
  };
}

function emptyTotal(currency: string): SpendingTotal {
  return { currency, po_count: 0, po_total: ZERO, invoice_count: 0, invoiced_total: ZERO, paid_total: ZERO };
}

export function isNothing({ po_count, po_total, invoice_count, invoiced_total, paid_total }: SpendingTotal): boolean {
  return (
    po_count === 0 && invoice_count === 0 && [po_total, invoiced_total, paid_total].every((amount) => amount.eq(0))
  );
}

/** Percentage of the ordered total of the row's currency, two decimals; 0 if nothing was ordered. */
export function share(row: Spending, totals: readonly SpendingTotal[]): Decimal {
  const total = totals.find(({ currency }) => currency === row.currency)?.po_total ?? ZERO;
  return total.eq(0) ? ZERO : roundedQuotient(decimal(row.po_total).times(100), total, 2);
}

/** {@link everyGroup} of months, with zeros for missing months. @param months as `YYYY-MM` */
export function everyMonth(rows: readonly Spending[], months: readonly string[], currency: string): Spending[] {
  return everyGroup(rows, months, currency, (key, code) => ({ key, id: null, name: key, ...emptyTotal(code) }));
}

const COUNTS = ['po_count', 'invoice_count', 'paid_count'] as const;
const AMOUNTS = ['po_total', 'invoiced_total', 'paid_total'] as const;

/** Sums of one vendor (`row`) or of all vendors (`total`) in one currency. */
export interface Ranked extends Spending {
  readonly part: 'row' | 'total';
  readonly paid_count: number;
  /** For a row: no omitted vendor can be larger than the rows of this currency. */
  readonly certain: boolean;
}

/**
 * Whether the rows of one currency are the largest vendors. True if the query was certain, or if the rows contain every
 * order, invoice and payment of the total.
 * @param rows rows of one currency, including the total
 */
export function isComplete(rows: readonly Ranked[]): boolean {
  const vendors = rows.filter(({ part }) => part === 'row');
  if (vendors.some(({ certain }) => certain)) return true;
  const total = rows.find(({ part }) => part === 'total');
  return COUNTS.every((count) => vendors.reduce((sum, row) => sum + row[count], 0) === (total?.[count] ?? 0));
}

/** Whether any count or amount is not zero. */
export function isSomething(row: Ranked): boolean {
  return COUNTS.some((count) => row[count] !== 0) || AMOUNTS.some((amount) => !decimal(row[amount]).eq(0));
}

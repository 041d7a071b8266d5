import { type Decimal, decimal, type DecimalInput, roundedQuotient, ZERO } from '../../../common/money';
import { everyGroup } from './groups';

/** What spending can be grouped by. */
export const GROUPINGS = ['department', 'vendor', 'category', 'month'] as const;
export type Grouping = (typeof GROUPINGS)[number];

/** What was ordered, invoiced and paid in one currency; amounts include VAT. */
interface Sums<Amount> {
  readonly currency: string;
  readonly po_count: number;
  readonly po_total: Amount;
  readonly invoice_count: number;
  readonly invoiced_total: Amount;
  readonly paid_total: Amount;
}

/** What a group ordered, invoiced and paid in one currency. */
export interface Spending extends Sums<DecimalInput> {
  readonly key: string;
  readonly id: number | null;
  readonly name: string | null;
}

/** What all groups together ordered, invoiced and paid in one currency. */
export type SpendingTotal = Sums<Decimal>;

/** The sums of rows, one for each currency in the order of first appearance. Currencies are never added up. */
export function spendingTotals(rows: readonly Spending[]): SpendingTotal[] {
  const totals = new Map<string, SpendingTotal>();
  for (const row of rows) {
    const { currency } = row;
    totals.set(currency, plus(totals.get(currency) ?? emptyTotal(currency), row));
  }
  return [...totals.values()];
}

/** The totals minus the rows that are shown, one for each currency; currencies whose rest is zero are left out. */
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

/** Whether a total is zero throughout: no order, no invoice, no amount. */
export function isNothing({ po_count, po_total, invoice_count, invoiced_total, paid_total }: SpendingTotal): boolean {
  return (
    po_count === 0 && invoice_count === 0 && [po_total, invoiced_total, paid_total].every((amount) => amount.eq(0))
  );
}

/** The row's part of what all rows of its currency ordered: percent, two decimals; 0 where nothing was ordered. */
export function share(row: Spending, totals: readonly SpendingTotal[]): Decimal {
  const total = totals.find(({ currency }) => currency === row.currency)?.po_total ?? ZERO;
  return total.eq(0) ? ZERO : roundedQuotient(decimal(row.po_total).times(100), total, 2);
}

/**
 * The {@link everyGroup} of months, with zeros where nothing happened.
 * @param months as `YYYY-MM`
 */
export function everyMonth(rows: readonly Spending[], months: readonly string[], currency: string): Spending[] {
  return everyGroup(rows, months, currency, (key, code) => ({ key, id: null, name: key, ...emptyTotal(code) }));
}

const COUNTS = ['po_count', 'invoice_count', 'paid_count'] as const;
const AMOUNTS = ['po_total', 'invoiced_total', 'paid_total'] as const;

/** What one vendor was ordered, invoiced and paid in one currency (`row`), or what all vendors together were (`total`). */
export interface Ranked extends Spending {
  readonly part: 'row' | 'total';
  readonly paid_count: number;
  /** Of a row: no vendor that was left out can be larger than the rows of this currency. */
  readonly certain: boolean;
}

/**
 * Whether the rows of one currency are the largest vendors: the query was certain of it, or the rows hold every order,
 * invoice and payment of the total, so that no vendor was left out.
 * @param rows of one currency, the total among them
 */
export function isComplete(rows: readonly Ranked[]): boolean {
  const vendors = rows.filter(({ part }) => part === 'row');
  if (vendors.some(({ certain }) => certain)) return true;
  const total = rows.find(({ part }) => part === 'total');
  return COUNTS.every((count) => vendors.reduce((sum, row) => sum + row[count], 0) === (total?.[count] ?? 0));
}

/** Whether anything was ordered, invoiced or paid: a count or an amount that is not zero. */
export function isSomething(row: Ranked): boolean {
  return COUNTS.some((count) => row[count] !== 0) || AMOUNTS.some((amount) => !decimal(row[amount]).eq(0));
}

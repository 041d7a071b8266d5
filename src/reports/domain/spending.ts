import { type Decimal, decimal, type DecimalInput, roundedQuotient, ZERO } from '../../common/money';

/** What a group ordered, invoiced and paid in one currency; amounts include VAT. */
export interface Spending {
  readonly key: string;
  readonly id: number | null;
  readonly name: string | null;
  readonly currency: string;
  readonly po_count: number;
  readonly po_total: DecimalInput;
  readonly invoice_count: number;
  readonly invoiced_total: DecimalInput;
  readonly paid_total: DecimalInput;
}

/** What all groups together ordered, invoiced and paid in one currency. */
export interface SpendingTotal {
  readonly currency: string;
  readonly po_count: number;
  readonly po_total: Decimal;
  readonly invoice_count: number;
  readonly invoiced_total: Decimal;
  readonly paid_total: Decimal;
}

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

function plus(total: SpendingTotal, row: Omit<Spending, 'key' | 'id' | 'name'>, sign: 1 | -1 = 1): SpendingTotal {
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
 * A row for every month and every currency that occurs, with zeros where nothing happened: months in the order given, the
 * currencies of each by their codes.
 * @param months as `YYYY-MM`
 * @param currency the only one shown when `rows` is empty
 */
export function everyMonth(rows: readonly Spending[], months: readonly string[], currency: string): Spending[] {
  const known = new Map(rows.map((row) => [`${row.key} ${row.currency}`, row]));
  const found = [...new Set(rows.map((row) => row.currency))].sort();
  const currencies = found.length > 0 ? found : [currency];
  return months.flatMap((month) => currencies.map((code) => known.get(`${month} ${code}`) ?? nothing(month, code)));
}

function nothing(month: string, currency: string): Spending {
  return { key: month, id: null, name: month, ...emptyTotal(currency) };
}

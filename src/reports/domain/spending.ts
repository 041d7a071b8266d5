import { type Decimal, decimal, type DecimalInput, roundedQuotient, ZERO } from '../../common/money';

/** A group's figures in one currency. */
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

/** The figures of all groups together, by currency: amounts of different ones are never added. */
export interface SpendingTotal {
  readonly currency: string;
  readonly po_count: number;
  readonly po_total: Decimal;
  readonly invoice_count: number;
  readonly invoiced_total: Decimal;
  readonly paid_total: Decimal;
}

/** Sums of rows by currency, in the order in which currencies first appear. */
export function spendingTotals(rows: readonly Spending[]): SpendingTotal[] {
  const totals = new Map<string, SpendingTotal>();
  for (const row of rows) {
    const { currency } = row;
    totals.set(currency, plus(totals.get(currency) ?? emptyTotal(currency), row));
  }
  return [...totals.values()];
}

/** What totals come to beyond the rows that are shown, by currency; a currency of which all is shown is left out. */
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

/** Whether nothing was ordered, invoiced or paid. */
export function isNothing({ po_count, po_total, invoice_count, invoiced_total, paid_total }: SpendingTotal): boolean {
  return (
    po_count === 0 && invoice_count === 0 && [po_total, invoiced_total, paid_total].every((amount) => amount.eq(0))
  );
}

/** Percent of what was ordered in the row's currency, two decimals; 0 where nothing was. */
export function share(row: Spending, totals: readonly SpendingTotal[]): Decimal {
  const total = totals.find(({ currency }) => currency === row.currency)?.po_total ?? ZERO;
  return total.eq(0) ? ZERO : roundedQuotient(decimal(row.po_total).times(100), total, 2);
}

/**
 * A row for every month and currency, in their order: a month in which nothing happened is there with zeros.
 * @param months as `YYYY-MM`
 * @param currency the one to show when there are none at all
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

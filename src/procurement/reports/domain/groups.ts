import { type Decimal, decimal, type DecimalInput, round, sum, toNumber, ZERO } from '../../../common/money';

export interface Counted {
  readonly key: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: DecimalInput;
}

/**
 * A row per group and occurring currency: groups in the given sequence, then currencies by code.
 * @param currency used if `rows` is empty
 * @param nothing creates the row of a missing group and currency
 */
export function everyGroup<Row extends Pick<Counted, 'key' | 'currency'>>(
  rows: readonly Row[],
  groups: readonly string[],
  currency: string,
  nothing: (key: string, currency: string) => Row,
): Row[] {
  const known = new Map(rows.map((row) => [`${row.key} ${row.currency}`, row]));
  const found = currenciesOf(rows);
  const currencies = found.length > 0 ? found : [currency];
  return groups.flatMap((key) => currencies.map((code) => known.get(`${key} ${code}`) ?? nothing(key, code)));
}

/** {@link everyGroup}, with zeros for missing groups. */
export function byGroupAndCurrency(
  rows: readonly Counted[],
  groups: readonly string[],
  currency: string,
): (Counted & { readonly amount: Decimal })[] {
  const nothing = (key: string, code: string): Counted => ({ key, currency: code, count: 0, amount: ZERO });
  return everyGroup(rows, groups, currency, nothing).map((row) => ({
    key: row.key,
    currency: row.currency,
    count: row.count,
    amount: decimal(row.amount),
  }));
}

export function countOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}

/** Sums over all groups, one per currency. Currencies are never added together. */
export function totalsByCurrency(
  rows: readonly Counted[],
): { readonly currency: string; readonly count: number; readonly amount: Decimal }[] {
  return currenciesOf(rows).map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return { currency, count: countOf(own), amount: sum(own.map(({ amount }) => amount)) };
  });
}

/** The mean with two decimals; null without records. */
export function meanOf(rows: readonly Pick<Counted, 'count' | 'amount'>[]): number | null {
  const count = countOf(rows);
  return count === 0 ? null : toNumber(round(sum(rows.map(({ amount }) => amount)).div(count), 2));
}

function currenciesOf(rows: readonly { readonly currency: string }[]): string[] {
  return [...new Set(rows.map((row) => row.currency))].sort();
}

import { type Decimal, decimal, type DecimalInput, ZERO } from '../../../common/money';

/** How many records a group has in one currency, and their amount. */
export interface Counted {
  readonly key: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: DecimalInput;
}

/**
 * A row for every group and every currency that occurs, with zeros where nothing was counted: groups in the order given,
 * the currencies of each by their codes.
 * @param currency the only one shown when `rows` is empty
 */
export function byGroupAndCurrency(
  rows: readonly Counted[],
  groups: readonly string[],
  currency: string,
): (Counted & { readonly amount: Decimal })[] {
  const known = new Map(rows.map((row) => [`${row.key} ${row.currency}`, row]));
  const found = [...new Set(rows.map((row) => row.currency))].sort();
  const currencies = found.length > 0 ? found : [currency];
  return groups.flatMap((key) =>
    currencies.map((code) => {
      const row = known.get(`${key} ${code}`);
      return { key, currency: code, count: row?.count ?? 0, amount: decimal(row?.amount ?? 0) };
    }),
  );
}

/** How many records the rows count. */
export function countOf(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0);
}

/** The sums over all groups, one for each currency, by their codes. Amounts of different currencies are never added. */
export function totalsByCurrency(
  rows: readonly Counted[],
): { readonly currency: string; readonly count: number; readonly amount: Decimal }[] {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return {
      currency,
      count: countOf(own),
      amount: own.reduce<Decimal>((sum, { amount }) => sum.plus(amount), ZERO),
    };
  });
}

import { type Decimal, decimal, type DecimalInput, ZERO } from '../../common/money';

/** A count and an amount of one group in one currency. */
export interface Counted {
  readonly key: string;
  readonly currency: string;
  readonly count: number;
  readonly amount: DecimalInput;
}

/**
 * A row for every group and currency, groups in the order given: one of which there is nothing is there with zeros.
 * @param currency the one to show when there are none at all
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

/** Sums of all groups by currency: amounts of different ones are never added. */
export function totalsByCurrency(
  rows: readonly Counted[],
): { readonly currency: string; readonly count: number; readonly amount: Decimal }[] {
  const currencies = [...new Set(rows.map((row) => row.currency))].sort();
  return currencies.map((currency) => {
    const own = rows.filter((row) => row.currency === currency);
    return {
      currency,
      count: own.reduce((sum, { count }) => sum + count, 0),
      amount: own.reduce<Decimal>((sum, { amount }) => sum.plus(amount), ZERO),
    };
  });
}

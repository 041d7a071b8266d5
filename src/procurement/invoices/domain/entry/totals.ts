import {
  amountText,
  type Decimal,
  decimal,
  lineAmounts,
  max,
  minorUnit,
  roundMoney,
  sum,
} from '../../../../common/money';
import { invalid, invalidField, type Message } from '../../../../common/errors';

export interface HeaderTotals {
  readonly subtotal: Decimal;
  readonly vat: Decimal;
  readonly total: Decimal;
}

export interface PrintedTotals {
  readonly subtotal?: Decimal;
  readonly vat?: Decimal;
  readonly total?: Decimal;
}

export interface PricedLine {
  readonly quantity: Decimal;
  readonly unitPrice: Decimal;
  readonly vatRate: Decimal;
}

/** The sum of the lines; each line is rounded separately. */
export function computedTotals(lines: readonly PricedLine[], currency: string): HeaderTotals {
  const amounts = lines.map((line) => lineAmounts(line, currency));
  const subtotal = sum(amounts.map(({ net }) => net));
  const vat = sum(amounts.map(({ vat }) => vat));
  return { subtotal, vat, total: subtotal.plus(vat) };
}

/**
 * The printed totals, else the computed ones. Printed VAT is stored unchanged, because vendors round differently.
 * @throws DomainError VALIDATION_ERROR if only some of the three are given, if one has more decimals than the currency,
 *   or if total is not exactly subtotal + vat_amount
 */
export function headerTotals(printed: PrintedTotals, computed: HeaderTotals, currency: string): HeaderTotals {
  const { subtotal, vat, total } = printed;
  if (subtotal === undefined && vat === undefined && total === undefined) return computed;
  if (subtotal === undefined || vat === undefined || total === undefined) throw invalid(missing(printed));
  for (const [field, value] of Object.entries({ subtotal, vat_amount: vat, total })) {
    requireMinorUnits(field, value, currency);
  }
  const expected = subtotal.plus(vat);
  if (!total.eq(expected)) {
    throw invalidField('total', 'invoice.total_does_not_add_up', {
      subtotal: amountText(subtotal, currency),
      vat: amountText(vat, currency),
      expected: amountText(expected, currency),
      actual: amountText(total, currency),
    });
  }
  return { subtotal, vat, total };
}

/** Rejects an amount with more decimals than its currency. @throws DomainError VALIDATION_ERROR on the field */
export function requireMinorUnits(field: string, value: Decimal, currency: string): void {
  if (!roundMoney(value, currency).eq(value)) throw invalidField(field, 'invoice.too_many_decimals', { currency });
}

/** Allowed difference between printed and computed totals: 5 minor units, or 1 per line if that is more. */
export function totalsAllowance(lineCount: number, currency: string): Decimal {
  return max(decimal(5), decimal(lineCount)).times(minorUnit(currency));
}

export interface TotalsDifference {
  readonly figure: 'subtotal' | 'vat_amount' | 'total';
  readonly expected: Decimal;
  readonly actual: Decimal;
  readonly allowance: Decimal;
}

/** The first printed figure outside the allowance; null if none is. */
export function totalsDifference(
  printed: HeaderTotals,
  lines: readonly PricedLine[],
  currency: string,
): TotalsDifference | null {
  const computed = computedTotals(lines, currency);
  const allowance = totalsAllowance(lines.length, currency);
  const figures = [
    { figure: 'subtotal', expected: computed.subtotal, actual: printed.subtotal },
    { figure: 'vat_amount', expected: computed.vat, actual: printed.vat },
    { figure: 'total', expected: computed.total, actual: printed.total },
  ] as const;
  const beyond = figures.find(({ expected, actual }) => actual.minus(expected).abs().gt(allowance));
  return beyond ? { ...beyond, allowance } : null;
}

function missing({ subtotal, vat, total }: PrintedTotals): Record<string, readonly Message[]> {
  const left = Object.entries({ subtotal, vat_amount: vat, total }).filter(([, value]) => value === undefined);
  return Object.fromEntries(left.map(([name]) => [name, [{ key: 'invoice.totals_all_or_none' }]]));
}

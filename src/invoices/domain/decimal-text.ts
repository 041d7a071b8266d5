import { type Decimal, decimalPlaces, minorUnits } from '../../common/money';

/** An amount or unit price for a sentence: plain digits, at least the currency's decimals, never an exponent. */
export function amountText(value: Decimal, currency: string): string {
  return value.toFixed(Math.max(minorUnits(currency), decimalPlaces(value)));
}

/** A quantity or rate for a sentence: plain digits, no trailing zeros. */
export function quantityText(value: Decimal): string {
  return value.toFixed();
}

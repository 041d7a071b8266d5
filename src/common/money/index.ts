import Big from 'big.js';
import { data as iso4217 } from 'currency-codes';

/**
 * Exact decimal number. Everything that is money, a quantity, a unit price or a percentage is one of these between
 * the edge where JSON comes in and the edge where JSON goes out; a binary float never carries a riyal.
 */
export type Decimal = Big;

/** Anything that can be read as an exact decimal: a JSON number, PostgreSQL's text of a `numeric`, or a {@link Decimal}. */
export type DecimalInput = Big | number | string;

// A private constructor: our settings never leak into another library's Big, nor theirs into ours.
const Exact = Big();
Exact.DP = 40;
Exact.RM = Big.roundHalfUp; // half away from zero: big.js rounds the magnitude

/** An exact decimal. A JSON number is read by its shortest text: `0.1` is one tenth. @throws Error on NaN, infinities */
export function decimal(value: DecimalInput): Decimal {
  // A decimal never changes, so it needs no copy. One with other settings is copied to get these.
  if (typeof value === 'object' && value.constructor === Exact) return value;
  return new Exact(typeof value === 'number' ? String(value) : value);
}

export const ZERO: Decimal = decimal(0);

/** A document's total stays below this: up to here a JSON number is exact to the minor unit. */
export const TOTAL_LIMIT: Decimal = decimal('1e12');

/** Sum of any number of decimals; zero for none. */
export function sum(values: Iterable<DecimalInput>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

/** Rounds half away from zero to `places` decimals. */
export function round(value: DecimalInput, places: number): Decimal {
  return decimal(value).round(places, Big.roundHalfUp);
}

/**
 * A division rounded half away from zero to `places` decimals, of the exact quotient. Many times as quick as rounding the forty
 * decimals of an ordinary one: for what is divided by the thousand.
 * @throws Error for a divisor of zero
 */
export function roundedQuotient(dividend: DecimalInput, divisor: DecimalInput, places: number): Decimal {
  let Rounding = ROUNDING.get(places);
  if (!Rounding) {
    Rounding = Big();
    Rounding.DP = places;
    Rounding.RM = Big.roundHalfUp;
    ROUNDING.set(places, Rounding);
  }
  return decimal(new Rounding(dividend).div(decimal(divisor)));
}

const ROUNDING = new Map<number, typeof Exact>();

/** The larger of two decimals. */
export function max(a: Decimal, b: Decimal): Decimal {
  return a.gte(b) ? a : b;
}

/** The smaller of two decimals. */
export function min(a: Decimal, b: Decimal): Decimal {
  return a.lte(b) ? a : b;
}

/** A decimal as the JSON number the specification asks for. Exact to the minor unit below 1e12. */
export function toNumber(value: DecimalInput): number {
  return Number(decimal(value).toString());
}

/** How many decimals the value needs: 0 for 10, 2 for 10.25. */
export function decimalPlaces(value: DecimalInput): number {
  const text = typeof value === 'number' ? String(value) : '';
  // The text of a number in plain digits shows its decimals, without the work of parsing it as a decimal.
  if (PLAIN_DIGITS.test(text)) return text.includes('.') ? text.length - 1 - text.indexOf('.') : 0;
  const exact = decimal(value);
  return Math.max(0, exact.c.length - 1 - exact.e);
}

const PLAIN_DIGITS = /^-?\d+(\.\d+)?$/;

const MINOR_UNITS: ReadonlyMap<string, number> = new Map(iso4217.map(({ code, digits }) => [code, digits]));

// ISO 4217 codes that are no one's money: metals, bond units, testing, "no currency".
const NOT_SPENDABLE = /^X(?!AF|CD|CG|OF|PF)/;

/** Whether the code is a currency of ISO 4217 in use today, in capitals, that something can be bought with. */
export function isCurrency(code: string): boolean {
  return MINOR_UNITS.has(code) && !NOT_SPENDABLE.test(code);
}

/**
 * Decimals of an amount in this currency: two, except where the ISO 4217 minor unit is 0 (JPY) or 3 (KWD, BHD, OMR,
 * JOD, IQD, TND, LYD), which have that many.
 */
export function minorUnits(currency: string): number {
  const digits = MINOR_UNITS.get(currency);
  return digits === 0 || digits === 3 ? digits : 2;
}

/** Rounds to the minor unit of the currency, half away from zero. */
export function roundMoney(value: DecimalInput, currency: string): Decimal {
  return round(value, minorUnits(currency));
}

/** One minor unit of the currency: 0.01 for SAR, 1 for JPY, 0.001 for KWD. */
export function minorUnit(currency: string): Decimal {
  return decimal(`1e-${minorUnits(currency)}`);
}

/** An amount or unit price for a sentence: plain digits, at least the currency's decimals, never an exponent. */
export function amountText(value: Decimal, currency: string): string {
  return value.toFixed(Math.max(minorUnits(currency), decimalPlaces(value)));
}

/** A quantity or rate for a sentence: plain digits, no trailing zeros. */
export function quantityText(value: Decimal): string {
  return value.toFixed();
}

/** What a document line comes to, each figure rounded to the currency's minor unit. */
export interface LineAmounts {
  readonly net: Decimal;
  readonly vat: Decimal;
  readonly total: Decimal;
}

/**
 * `net = round(quantity x unit price)`, `vat = round(net x rate / 100)`, `total = net + vat`. The unit price is not
 * rounded first: 1,000 at 0.0450 is 45.00.
 * @param vatRate percent, 0 to 100
 */
export function lineAmounts(
  line: { quantity: DecimalInput; unitPrice: DecimalInput; vatRate: DecimalInput },
  currency: string,
): LineAmounts {
  const net = roundMoney(decimal(line.quantity).times(line.unitPrice), currency);
  const vat = roundMoney(net.times(line.vatRate).div(100), currency);
  return { net, vat, total: net.plus(vat) };
}

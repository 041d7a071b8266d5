import Big from 'big.js';
import { data as iso4217 } from 'currency-codes';

/** Exact values between JSON input and output; amounts, quantities, prices and percentages are never binary floats. */
export type Decimal = Big;

/** A value that can be parsed exactly: a JSON number, PostgreSQL's text of a `numeric`, or a {@link Decimal}. */
export type DecimalInput = Big | number | string;

// A separate constructor, so that these settings do not affect other users of big.js, nor theirs this code.
const Exact = Big();
Exact.DP = 40;
Exact.RM = Big.roundHalfUp; // half away from zero, because big.js rounds the magnitude

/** A JSON number is read by its shortest text: `0.1` is one tenth. @throws Error on NaN, infinities */
export function decimal(value: DecimalInput): Decimal {
  // Decimals are immutable, so no copy is needed. A decimal with other settings is copied.
  if (typeof value === 'object' && value.constructor === Exact) return value;
  return new Exact(typeof value === 'number' ? String(value) : value);
}

export const ZERO: Decimal = decimal(0);

/** The exclusive limit of document totals: below it a JSON number is exact to the minor unit. */
export const TOTAL_LIMIT: Decimal = decimal('1e12');

export function sum(values: Iterable<DecimalInput>): Decimal {
  let total = ZERO;
  for (const value of values) total = total.plus(value);
  return total;
}

/** Half away from zero. */
export function round(value: DecimalInput, places: number): Decimal {
  return decimal(value).round(places, Big.roundHalfUp);
}

/**
 * Divides and rounds the exact quotient half away from zero to `places` decimals. Much faster than rounding a quotient
 * with forty decimals, which matters for thousands of divisions.
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

export function max(a: Decimal, b: Decimal): Decimal {
  return a.gte(b) ? a : b;
}

export function min(a: Decimal, b: Decimal): Decimal {
  return a.lte(b) ? a : b;
}

/** The JSON number of a decimal. Exact to the minor unit below 1e12. */
export function toNumber(value: DecimalInput): number {
  const exact = decimal(value);
  const places = exact.c.length - 1 - exact.e;
  const power = POWERS_OF_TEN[places];
  // Digits and power are exact doubles, so their quotient is the double nearest to the decimal, as its text's would be.
  if (power === undefined || exact.c.length > EXACT_DIGITS) return Number(exact.toString());
  const digits = exact.c.reduce((read, digit) => read * 10 + digit, 0);
  return (exact.s < 0 && digits > 0 ? -digits : digits) / power;
}

/** Integers of this many digits are exact doubles. */
const EXACT_DIGITS = 15;

const POWERS_OF_TEN = Array.from({ length: EXACT_DIGITS }, (_, places) => Number(`1e${places}`));

/** The number of decimals of a value: 0 for 10, 2 for 10.25. */
export function decimalPlaces(value: DecimalInput): number {
  const text = typeof value === 'number' ? String(value) : '';
  // For a number in plain digits the text shows the decimals without parsing.
  if (PLAIN_DIGITS.test(text)) return text.includes('.') ? text.length - 1 - text.indexOf('.') : 0;
  const exact = decimal(value);
  return Math.max(0, exact.c.length - 1 - exact.e);
}

const PLAIN_DIGITS = /^-?\d+(\.\d+)?$/;

const MINOR_UNITS: ReadonlyMap<string, number> = new Map(iso4217.map(({ code, digits }) => [code, digits]));

// ISO 4217 codes without a real currency: metals, bond units, testing, "no currency".
const NOT_SPENDABLE = /^X(?!AF|CD|CG|OF|PF)/;

/** Whether the code is a current ISO 4217 currency, in capitals, that can be used for payment. */
export function isCurrency(code: string): boolean {
  return MINOR_UNITS.has(code) && !NOT_SPENDABLE.test(code);
}

/** Decimals of an amount: two, except for ISO 4217 minor units of 0 (JPY) or 3 (KWD, BHD, OMR, JOD, IQD, TND, LYD). */
export function minorUnits(currency: string): number {
  const digits = MINOR_UNITS.get(currency);
  return digits === 0 || digits === 3 ? digits : 2;
}

/** Half away from zero. */
export function roundMoney(value: DecimalInput, currency: string): Decimal {
  return round(value, minorUnits(currency));
}

/** One minor unit of the currency: 0.01 for SAR, 1 for JPY, 0.001 for KWD. */
export function minorUnit(currency: string): Decimal {
  return decimal(`1e-${minorUnits(currency)}`);
}

/** An amount or unit price for a message: plain digits, at least the currency's decimals, no exponent. */
export function amountText(value: Decimal, currency: string): string {
  return value.toFixed(Math.max(minorUnits(currency), decimalPlaces(value)));
}

/** A quantity or rate for a message: plain digits without trailing zeros. */
export function quantityText(value: Decimal): string {
  return value.toFixed();
}

/** Each rounded to the currency's minor unit. */
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

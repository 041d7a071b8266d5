import { decimal } from '../../../../common/money';
import { type Allowance, allowanceOn, isPriceOver, isPriceUnder } from './line-match';

const allow = (pct: number | null, abs: number | null): Allowance => ({
  pct: pct === null ? null : decimal(pct),
  abs: abs === null ? null : decimal(abs),
});
const over = (quantity: number, ordered: number, billed: number, allowance = allow(0, null), currency = 'SAR') =>
  isPriceOver(
    { quantity: decimal(quantity), orderPrice: decimal(ordered), unitPrice: decimal(billed) },
    allowance,
    currency,
  );

describe('allowanceOn', () => {
  it.each([
    [null, null, '0'],
    [0, null, '0'],
    [5, null, '10'],
    [null, 3, '3'],
    [5, 3, '10'],
    [1, 3, '3'],
    [0, 3, '3'],
  ])('returns the larger allowance: for %s %% and %s on 200 it is %s', (pct, abs, expected) => {
    expect(allowanceOn(decimal(200), allow(pct, abs)).toString()).toBe(expected);
  });
});

describe('the price comparison', () => {
  it('accepts a price at the limit and rejects one above it', () => {
    expect(over(1000, 1, 1.05, allow(5, null))).toBe(false);
    expect(over(1000, 1, 1.0501, allow(5, null))).toBe(true);
    expect(over(1000, 1, 1.1, allow(5, null))).toBe(true);
  });

  it('uses the absolute allowance when it is larger', () => {
    expect(over(10, 1, 1.5, allow(5, 0.5))).toBe(false);
    expect(over(10, 1, 1.51, allow(5, 0.5))).toBe(true);
  });

  it('accepts a difference of one minor unit per line, but not of two', () => {
    expect(over(3, 33.33, 33.3333)).toBe(false);
    expect(over(1, 10, 10.01)).toBe(false);
    expect(over(1, 10, 10.02)).toBe(true);
    expect(over(2, 10, 10.01)).toBe(true);
    expect(over(1, 100, 101, allow(0, null), 'JPY')).toBe(false);
    expect(over(1, 1, 1.001, allow(0, null), 'KWD')).toBe(false);
    expect(over(1, 1, 1.002, allow(0, null), 'KWD')).toBe(true);
  });

  it('does not report a lower price as over', () => expect(over(10, 100, 1)).toBe(false));

  it('reports a price below the lower limit as under', () => {
    const under = (billed: number) =>
      isPriceUnder(
        { quantity: decimal(10), orderPrice: decimal(100), unitPrice: decimal(billed) },
        allow(5, null),
        'SAR',
      );
    expect([95, 94.99, 100, 120].map(under)).toEqual([false, true, false, false]);
  });
});

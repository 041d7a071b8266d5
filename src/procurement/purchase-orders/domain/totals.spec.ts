import fc from 'fast-check';
import { decimal, minorUnits, toNumber } from '../../../common/money';
import { refusedFields } from '../../../../test/support/refusals';
import { orderTotals, priceOrder, requirePositiveTotal } from './totals';

const line = (quantity: number, unitPrice: number, vatRate: number) => ({ quantity, unitPrice, vatRate });

describe('order totals', () => {
  it.each([
    ['SAR', [line(10, 25.5, 15)], 255, 38.25, 293.25],
    ['SAR', [line(1, 10.1, 15), line(1, 10.1, 15), line(1, 10.1, 15)], 30.3, 4.56, 34.86],
    ['SAR', [line(3, 33.33, 15), line(2, 99.99, 0), line(1, 0.05, 5)], 300.02, 15, 315.02],
    ['KWD', [line(7, 1.2345, 5)], 8.642, 0.432, 9.074],
    ['SAR', [line(1000, 0.045, 0)], 45, 0, 45],
    ['JPY', [line(3, 33.5, 10)], 101, 10, 111],
    ['SAR', [], 0, 0, 0],
  ])('are rounded to minor units of %s for the lines %j', (currency, lines, subtotal, vat, total) => {
    const { totals } = priceOrder(lines, currency);
    expect([totals.subtotal, totals.vat, totals.total].map(toNumber)).toEqual([subtotal, vat, total]);
  });

  it('are rejected from 1e12', () => {
    expect(toNumber(priceOrder([line(1, 999999999999.99, 0)], 'SAR').totals.total)).toBe(999999999999.99);
    expect(refusedFields(() => priceOrder([line(1, 999999999999.99, 0), line(1, 0.01, 0)], 'SAR'))).toEqual({
      items: ['The total of the document must be below 1,000,000,000,000.'],
    });
    expect(() => priceOrder([line(9999999.9999, 999999999999, 15)], 'SAR')).toThrow('VALIDATION_ERROR');
  });

  it('are rejected at submit when they are 0', () => {
    expect(refusedFields(() => requirePositiveTotal(decimal(0)))).toEqual({
      items: ['The total of the order must be greater than zero.'],
    });
    expect(() => requirePositiveTotal(decimal('0.01'))).not.toThrow();
  });

  const lines = fc.array(
    fc.record({
      quantity: fc.integer({ min: 1, max: 99_999 }).map((n) => n / 10_000),
      unitPrice: fc.integer({ min: 0, max: 99_999_999 }).map((n) => n / 10_000),
      vatRate: fc.integer({ min: 0, max: 10_000 }).map((n) => n / 100),
    }),
    { maxLength: 30 },
  );
  const currency = fc.constantFrom('SAR', 'KWD', 'JPY');

  it('always add up, in whole minor units', () => {
    fc.assert(
      fc.property(lines, currency, (drawn, code) => {
        const { lines: priced, totals } = priceOrder(drawn, code);
        expect(totals.total.eq(totals.subtotal.plus(totals.vat))).toBe(true);
        for (const amounts of priced) {
          expect(amounts.total.eq(amounts.net.plus(amounts.vat))).toBe(true);
          expect(amounts.total.round(minorUnits(code)).eq(amounts.total)).toBe(true);
        }
      }),
    );
  });

  it('do not depend on the order of lines', () => {
    fc.assert(
      fc.property(lines, currency, (drawn, code) => {
        const forth = orderTotals(priceOrder(drawn, code).lines);
        const back = orderTotals(priceOrder([...drawn].reverse(), code).lines);
        expect(back.total.eq(forth.total)).toBe(true);
        expect(back.vat.eq(forth.vat)).toBe(true);
      }),
    );
  });
});

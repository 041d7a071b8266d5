import { printed } from '../../../../../test/support/matching-facts';
import { refusedFields } from '../../../../../test/support/refusals';
import { decimal } from '../../../../common/money';
import { computedTotals, headerTotals, totalsAllowance, totalsDifference } from './totals';

const line = (quantity: number, price: number, vat: number) => ({
  quantity: decimal(quantity),
  unitPrice: decimal(price),
  vatRate: decimal(vat),
});
const text = (totals: ReturnType<typeof computedTotals>) => [totals.subtotal, totals.vat, totals.total].map(String);
const THREE = [line(1, 10.1, 15), line(1, 10.1, 15), line(1, 10.1, 15)];

describe('invoice totals', () => {
  it.each([
    ['SAR', [line(10, 25.5, 15)], ['255', '38.25', '293.25']],
    ['SAR', THREE, ['30.3', '4.56', '34.86']],
    ['SAR', [line(3, 33.33, 15), line(2, 99.99, 0), line(1, 0.05, 5)], ['300.02', '15', '315.02']],
    ['KWD', [line(7, 1.2345, 5)], ['8.642', '0.432', '9.074']],
    ['SAR', [line(1000, 0.045, 0)], ['45', '0', '45']],
  ])('%s %# are the sums of the rounded lines', (currency, lines, expected) => {
    expect(text(computedTotals(lines, currency))).toEqual(expected);
  });

  it('store the printed VAT unchanged: 4.55 instead of the computed 4.56', () => {
    const kept = headerTotals(printed(30.3, 4.55, 34.85), computedTotals(THREE, 'SAR'), 'SAR');
    expect(text(kept)).toEqual(['30.3', '4.55', '34.85']);
    expect(totalsDifference(kept, THREE, 'SAR')).toBeNull();
  });

  it('are computed when none is sent', () => {
    expect(text(headerTotals({}, computedTotals(THREE, 'SAR'), 'SAR'))).toEqual(['30.3', '4.56', '34.86']);
  });

  it('are rejected when the sum differs by a cent, with the sum in the message', () => {
    expect(() => headerTotals(printed(30.3, 4.55, 34.86), computedTotals(THREE, 'SAR'), 'SAR')).toThrow(
      expect.objectContaining({
        code: 'VALIDATION_ERROR',
        extras: {
          fields: {
            total: [
              {
                key: 'invoice.total_does_not_add_up',
                params: { subtotal: '30.30', vat: '4.55', expected: '34.85', actual: '34.86' },
              },
            ],
          },
        },
      }),
    );
  });

  it('require all three values or none', () => {
    const whole = { subtotal: decimal(30.3), vat: decimal(4.56), total: decimal(34.86) };
    const fieldOf = { subtotal: 'subtotal', vat: 'vat_amount', total: 'total' };
    const refused = (given: Partial<typeof whole>) =>
      refusedFields(() => headerTotals(given, computedTotals(THREE, 'SAR'), 'SAR'));
    expect(refused(whole)).toBeUndefined();
    expect(refused({})).toBeUndefined();
    for (const name of ['subtotal', 'vat', 'total'] as const) {
      const { [name]: alone, ...others } = whole;
      const missing = Object.entries(fieldOf).filter(([other]) => other !== name);
      expect(refused(others)).toEqual({
        [fieldOf[name]]: ['Give subtotal, vat_amount and total together, or none of them.'],
      });
      expect(refused({ [name]: alone })).toEqual(
        Object.fromEntries(
          missing.map(([, field]) => [field, ['Give subtotal, vat_amount and total together, or none of them.']]),
        ),
      );
    }
  });

  it('are rejected with more decimals than the currency', () => {
    const yen = printed(100.5, 0, 100.5);
    expect(refusedFields(() => headerTotals(yen, computedTotals([line(1, 100, 0)], 'JPY'), 'JPY'))).toEqual({
      subtotal: ['Has more decimals than JPY allows.'],
    });
  });
});

describe('the allowed difference between printed totals and lines', () => {
  it.each([
    [1, 'SAR', '0.05'],
    [5, 'SAR', '0.05'],
    [6, 'SAR', '0.06'],
    [1000, 'SAR', '10'],
    [3, 'KWD', '0.005'],
    [3, 'JPY', '5'],
  ])('is, for %i lines in %s, %s', (lines, currency, allowance) => {
    expect(totalsAllowance(lines, currency).toString()).toBe(allowance);
  });

  it.each([
    [30.35, 4.56, 34.91, null],
    [30.25, 4.56, 34.81, null],
    [30.36, 4.56, 34.92, 'subtotal'],
    [30.24, 4.56, 34.8, 'subtotal'],
    [30.3, 4.62, 34.92, 'vat_amount'],
    [30.33, 4.59, 34.92, 'total'],
  ])('for %d + %d = %d and lines of 30.30 + 4.56 is exceeded by: %s', (subtotal, vat, total, figure) => {
    expect(totalsDifference(printed(subtotal, vat, total), THREE, 'SAR')?.figure ?? null).toBe(figure);
  });
});

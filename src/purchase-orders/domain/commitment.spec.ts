import fc from 'fast-check';
import { toNumber } from '../../common/money';
import { lineCommitment, orderCommitment } from './commitment';
import { ORDER_STATUSES } from './lifecycle';
import { priceOrder } from './totals';

const line = (quantity: number, billed: number, unitPrice = 100, vatRate = 15) => ({
  quantity,
  billed,
  unitPrice,
  vatRate,
});

describe('commitment', () => {
  it.each([
    ['nothing billed', line(10, 0), 1150],
    ['a third billed', line(300, 100), 23000],
    ['all billed', line(10, 10), 0],
    ['more billed than ordered', line(10, 12), 0],
    ['a fraction left', line(1, 0.3333, 10.1), 7.74],
    ['free of charge', line(10, 0, 0), 0],
  ])('of a line with %s', (_name, drawn, expected) => {
    expect(toNumber(lineCommitment(drawn, 'SAR'))).toBe(expected);
  });

  it('is held by an approved order only', () => {
    const held = ORDER_STATUSES.map((status) => toNumber(orderCommitment(status, [line(1, 0)], 'SAR')));
    expect(held).toEqual([0, 0, 115, 0, 0, 0]);
  });

  it('of a fresh order is its total, and never negative however much is billed', () => {
    const drawn = fc.record({
      quantity: fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10_000),
      billed: fc.integer({ min: 0, max: 2_000_000 }).map((n) => n / 10_000),
      unitPrice: fc.integer({ min: 0, max: 10_000_000 }).map((n) => n / 10_000),
      vatRate: fc.constantFrom(0, 5, 15),
    });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 20 }), (lines) => {
        const fresh = lines.map((each) => ({ ...each, billed: 0 }));
        const { total } = priceOrder(lines, 'SAR').totals;
        expect(orderCommitment('approved', fresh, 'SAR').eq(total)).toBe(true);
        const bound = orderCommitment('approved', lines, 'SAR');
        expect(bound.gte(0) && bound.lte(total)).toBe(true);
      }),
    );
  });
});

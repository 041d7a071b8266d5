import fc from 'fast-check';
import { decimal, toNumber } from '../../../common/money';
import { ORDER_STATUSES } from './lifecycle';
import {
  closedShort,
  isFulfilled,
  isReceived,
  lineCommitment,
  lineProgress,
  orderCommitment,
  settledStatus,
  type LineFacts,
} from './progress';
import { priceOrder } from './totals';

const line = (quantity: number, accepted: number, billed: number, closedQuantity = 0): LineFacts => ({
  itemId: 1,
  quantity,
  accepted,
  billed,
  closedQuantity,
  totalAmount: 115,
});
const free = (quantity: number, accepted: number, closedQuantity = 0): LineFacts => ({
  ...line(quantity, accepted, 0, closedQuantity),
  totalAmount: 0,
});

describe('line progress', () => {
  it.each([
    ['nothing received or billed', line(10, 0, 0), [10, 0, 0, 10]],
    ['partly received and billed', line(10, 8, 5), [10, 8, 5, 5]],
    ['billed beyond the order', line(10, 10, 12), [10, 10, 12, 0]],
    ['closed short', line(10, 8, 5, 5), [5, 8, 5, 0]],
  ])('is computed with %s', (_name, facts, expected) => {
    const { ordered, received, invoiced, open } = lineProgress(facts);
    expect([ordered, received, invoiced, open].map(toNumber)).toEqual(expected);
  });
});

describe('order progress', () => {
  it.each([
    ['billed in full, two-way', [line(10, 0, 10)], false, true],
    ['billed in full, three-way, nothing received', [line(10, 0, 10)], true, false],
    ['billed and received in full', [line(10, 10, 10)], true, true],
    ['101 of 100 received and billed', [line(100, 101, 101)], true, true],
    ['one of two lines open', [line(10, 10, 10), line(1, 1, 0)], true, false],
    ['received in full but not billed', [line(10, 10, 0)], true, false],
    ['billed 0.0001 below the order', [line(10, 10, 9.9999)], false, false],
    ['a free line received, not billed, three-way', [line(10, 10, 10), free(2, 2)], true, true],
    ['a free line received, not billed, two-way', [line(10, 0, 10), free(2, 2)], false, true],
    ['a free line not received, two-way', [line(10, 0, 10), free(2, 1)], false, false],
  ])('is fulfilled or not with %s', (_name, lines, threeWay, expected) => {
    expect(isFulfilled({ lines, threeWay, closedByHand: false })).toBe(expected);
  });

  it('needs no receipt or invoice of a free line after a close', () => {
    expect(isFulfilled({ lines: [line(10, 0, 3, 7), free(5, 2, 3)], threeWay: true, closedByHand: true })).toBe(true);
  });

  it.each([
    ['nothing received', [line(10, 0, 10)], false],
    ['one of two lines received', [line(10, 10, 0), line(1, 0, 0)], false],
    ['all received, nothing billed', [line(10, 10, 0), line(1, 2, 0)], true],
    ['everything received that a close left', [line(10, 4, 4, 6)], true],
  ])('is received in full or not: %s', (_name, lines, expected) => expect(isReceived(lines)).toBe(expected));

  const settle = (status: (typeof ORDER_STATUSES)[number], lines: LineFacts[], closedByHand = false) =>
    settledStatus({ status, closedByHand, threeWay: true, lines });

  it('completes when its last line is done and reopens when a line is open again', () => {
    expect(settle('approved', [line(10, 10, 10)])).toBe('completed');
    expect(settle('approved', [line(10, 10, 9)])).toBe('approved');
    expect(settle('completed', [line(10, 10, 9)])).toBe('approved');
    expect(settle('completed', [line(10, 9, 10)])).toBe('approved');
    expect(settle('completed', [line(10, 10, 10)])).toBe('completed');
  });

  it('reopens when an invoice of a closed order is voided, because accepted goods are unbilled', () => {
    expect(settle('completed', [line(10, 3, 0, 7)], true)).toBe('approved');
    expect(settle('completed', [line(10, 3, 3, 7)], true)).toBe('completed');
  });

  it('completes after a close when everything left is billed, received or not', () => {
    expect(settle('approved', [line(10, 3, 2, 7)], true)).toBe('approved');
    expect(settle('approved', [line(10, 3, 3, 7)], true)).toBe('completed');
    expect(settle('approved', [line(10, 0, 3, 7)], true)).toBe('completed');
    expect(settle('approved', [line(10, 0, 3, 7)], false)).toBe('approved');
  });

  it.each(['draft', 'pending_approval', 'rejected', 'cancelled'] as const)('never changes the status %s', (status) => {
    expect(settle(status, [line(10, 10, 10)])).toBe(status);
    expect(settle(status, [line(10, 0, 0)])).toBe(status);
  });

  const quantity = fc.integer({ min: 0, max: 200_000 }).map((n) => n / 10_000);
  const facts = fc.record({
    itemId: fc.constant(1),
    quantity: quantity.filter((n) => n > 0),
    closedQuantity: fc.constant(0),
    totalAmount: fc.constantFrom(0, 115),
    accepted: quantity,
    billed: quantity,
  });

  it.each([
    ['98 of 100 received, nothing billed', line(100, 98, 0), 2, 98],
    ['98 of 100 received, 40 billed', line(100, 98, 40), 2, 58],
    ['nothing received, 40 billed', line(100, 0, 40), 60, 0],
    ['nothing received, nothing billed', line(100, 0, 0), 100, 0],
    ['104 of 100 received', line(100, 104, 0), 0, 100],
    ['10 of the 98 returned after the close', line(100, 88, 0, 2), 12, 88],
    ['more billed than the first close left', line(100, 98, 99, 2), 2, 0],
  ])('closes everything but the accepted or billed quantity: %s', (_name, drawn, closedQuantity, open) => {
    const closed = closedShort({ ...drawn, closedLateQuantity: 0 }, { isLate: false });
    expect([toNumber(closed.closedQuantity), toNumber(lineProgress(closed).open)]).toEqual([closedQuantity, open]);
  });

  it.each([
    ['2 of 4 credited but not returned', line(4, 4, 2), 2, 2, 0],
    ['2 credited but not returned, 98 accepted, 48 billed', line(100, 98, 48), 2, 4, 48],
    ['4 credited and billed again', line(4, 4, 4), 4, 0, 0],
  ])(
    'takes off the quantity that the vendor waived at another close: %s',
    (_name, drawn, waived, closedQuantity, open) => {
      const closed = closedShort({ ...drawn, closedLateQuantity: 0 }, { waived: decimal(waived), isLate: false });
      expect([toNumber(closed.closedQuantity), toNumber(lineProgress(closed).open)]).toEqual([closedQuantity, open]);
    },
  );

  it.each([
    ['in time', line(10, 4, 4), 0, false, 6, 0],
    ['late', line(10, 4, 4), 0, true, 6, 6],
    ['in time, then late after 1 was returned', line(10, 3, 3, 6), 0, true, 7, 1],
    ['late, then again without a return', line(10, 4, 4, 6), 6, true, 6, 6],
  ])('records the quantity that was closed late: %s', (_name, drawn, before, isLate, closedQuantity, late) => {
    const closed = closedShort({ ...drawn, closedLateQuantity: before }, { isLate });
    expect([closed.closedQuantity, closed.closedLateQuantity].map(toNumber)).toEqual([closedQuantity, late]);
  });

  it('leaves only accepted quantities open after a close, and never takes off more than was ordered', () => {
    fc.assert(
      fc.property(facts, (drawn) => {
        const closed = closedShort({ ...drawn, closedLateQuantity: 0 }, { isLate: false });
        const { ordered, open } = lineProgress(closed);
        const leftToBill = decimal(drawn.accepted).minus(drawn.billed);
        expect(open.eq(0) || open.lte(leftToBill)).toBe(true);
        expect(ordered.gte(0) && ordered.gte(Math.min(drawn.quantity, drawn.billed, drawn.accepted))).toBe(true);
        expect(closed.closedQuantity.gte(0)).toBe(true);
      }),
    );
  });

  it('does not change when it is settled again with the same quantities', () => {
    const order = fc.record({
      status: fc.constantFrom(...ORDER_STATUSES),
      closedByHand: fc.boolean(),
      threeWay: fc.boolean(),
      lines: fc.array(facts, { minLength: 1, maxLength: 4 }),
    });
    fc.assert(
      fc.property(order, (drawn) => {
        const settled = settledStatus(drawn);
        expect(settledStatus({ ...drawn, status: settled })).toBe(settled);
      }),
    );
  });
});

describe('commitment', () => {
  const line = (quantity: number, billed: number, unitPrice = 100, vatRate = 15, closedQuantity = 0) => ({
    quantity,
    closedQuantity,
    billed,
    unitPrice,
    vatRate,
  });

  it.each([
    ['nothing billed', line(10, 0), 1150],
    ['a third billed', line(300, 100), 23000],
    ['all billed', line(10, 10), 0],
    ['more billed than ordered', line(10, 12), 0],
    ['a fraction left', line(1, 0.3333, 10.1), 7.74],
    ['free of charge', line(10, 0, 0), 0],
    ['2 of 100 closed', line(100, 0, 100, 15, 2), 11270],
    ['2 of 100 closed, 98 billed', line(100, 98, 100, 15, 2), 0],
  ])('of a line with %s', (_name, drawn, expected) => {
    expect(toNumber(lineCommitment(drawn, 'SAR'))).toBe(expected);
  });

  it('exists for an approved order only', () => {
    const held = ORDER_STATUSES.map((status) => toNumber(orderCommitment(status, [line(1, 0)], 'SAR')));
    expect(held).toEqual([0, 0, 115, 0, 0, 0]);
  });

  it('equals the total of an unbilled order and is never negative', () => {
    const drawn = fc.record({
      closedQuantity: fc.constant(0),
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

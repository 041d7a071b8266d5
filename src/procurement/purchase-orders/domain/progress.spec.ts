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

describe('progress of a line', () => {
  it.each([
    ['nothing yet', line(10, 0, 0), [10, 0, 0, 10]],
    ['half way', line(10, 8, 5), [10, 8, 5, 5]],
    ['billed beyond the order', line(10, 10, 12), [10, 10, 12, 0]],
    ['closed short', line(10, 8, 5, 5), [5, 8, 5, 0]],
  ])('%s', (_name, facts, expected) => {
    const { ordered, received, invoiced, open } = lineProgress(facts);
    expect([ordered, received, invoiced, open].map(toNumber)).toEqual(expected);
  });
});

describe('an order', () => {
  it.each([
    ['billed in full, two-way', [line(10, 0, 10)], false, true],
    ['billed in full, three-way, nothing received', [line(10, 0, 10)], true, false],
    ['billed and received in full', [line(10, 10, 10)], true, true],
    ['101 received and billed of 100', [line(100, 101, 101)], true, true],
    ['one of two lines open', [line(10, 10, 10), line(1, 1, 0)], true, false],
    ['received in full but not billed', [line(10, 10, 0)], true, false],
    ['a cent of quantity short', [line(10, 10, 9.9999)], false, false],
    ['a free line received, not billed, three-way', [line(10, 10, 10), free(2, 2)], true, true],
    ['a free line received, not billed, two-way', [line(10, 0, 10), free(2, 2)], false, true],
    ['a free line not received, two-way', [line(10, 0, 10), free(2, 1)], false, false],
  ])('%s', (_name, lines, threeWay, expected) => {
    expect(isFulfilled({ lines, threeWay, closedByHand: false })).toBe(expected);
  });

  it('needs no receipt and no invoice of a free line once a person closed it', () => {
    expect(isFulfilled({ lines: [line(10, 0, 3, 7), free(5, 2, 3)], threeWay: true, closedByHand: true })).toBe(true);
  });

  it.each([
    ['nothing came', [line(10, 0, 10)], false],
    ['one of two lines came', [line(10, 10, 0), line(1, 0, 0)], false],
    ['all came, nothing is billed', [line(10, 10, 0), line(1, 2, 0)], true],
    ['all that a close left', [line(10, 4, 4, 6)], true],
  ])('has its received status: %s', (_name, lines, expected) => expect(isReceived(lines)).toBe(expected));

  const settle = (status: (typeof ORDER_STATUSES)[number], lines: LineFacts[], closedByHand = false) =>
    settledStatus({ status, closedByHand, threeWay: true, lines });

  it('completes when its last line is done and re-opens when one is open again', () => {
    expect(settle('approved', [line(10, 10, 10)])).toBe('completed');
    expect(settle('approved', [line(10, 10, 9)])).toBe('approved');
    expect(settle('completed', [line(10, 10, 9)])).toBe('approved');
    expect(settle('completed', [line(10, 9, 10)])).toBe('approved');
    expect(settle('completed', [line(10, 10, 10)])).toBe('completed');
  });

  it('is approved again when an invoice is voided after a close, because accepted goods are owed', () => {
    expect(settle('completed', [line(10, 3, 0, 7)], true)).toBe('approved');
    expect(settle('completed', [line(10, 3, 3, 7)], true)).toBe('completed');
  });

  it('that was closed completes when all that is left is billed, received or not', () => {
    expect(settle('approved', [line(10, 3, 2, 7)], true)).toBe('approved');
    expect(settle('approved', [line(10, 3, 3, 7)], true)).toBe('completed');
    expect(settle('approved', [line(10, 0, 3, 7)], true)).toBe('completed');
    expect(settle('approved', [line(10, 0, 3, 7)], false)).toBe('approved');
  });

  it.each(['draft', 'pending_approval', 'rejected', 'cancelled'] as const)(
    'the status %s never changes by facts',
    (status) => {
      expect(settle(status, [line(10, 10, 10)])).toBe(status);
      expect(settle(status, [line(10, 0, 0)])).toBe(status);
    },
  );

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
    ['98 of 100 came, nothing is billed', line(100, 98, 0), 2, 98],
    ['98 of 100 came, 40 are billed', line(100, 98, 40), 2, 58],
    ['nothing came, 40 are billed', line(100, 0, 40), 60, 0],
    ['nothing came, nothing is billed', line(100, 0, 0), 100, 0],
    ['104 of 100 came', line(100, 104, 0), 0, 100],
    ['10 of the 98 went back since it was closed', line(100, 88, 0, 2), 12, 88],
    ['an invoice beyond what the first close left', line(100, 98, 99, 2), 2, 0],
  ])('leaves of a line what is accepted or billed: %s', (_name, drawn, closedQuantity, open) => {
    const closed = closedShort({ ...drawn, closedLateQuantity: 0 }, { isLate: false });
    expect([toNumber(closed.closedQuantity), toNumber(lineProgress(closed).open)]).toEqual([closedQuantity, open]);
  });

  it.each([
    ['2 of 4 were credited and kept', line(4, 4, 2), 2, 2, 0],
    ['2 of 4 were credited, 98 are accepted and not billed yet', line(100, 98, 48), 2, 4, 48],
    ['4 were credited and billed again', line(4, 4, 4), 4, 0, 0],
  ])('takes off what the vendor waived when it is closed again: %s', (_name, drawn, waived, closedQuantity, open) => {
    const closed = closedShort({ ...drawn, closedLateQuantity: 0 }, { waived: decimal(waived), isLate: false });
    expect([toNumber(closed.closedQuantity), toNumber(lineProgress(closed).open)]).toEqual([closedQuantity, open]);
  });

  it.each([
    ['in time', line(10, 4, 4), 0, false, 6, 0],
    ['late', line(10, 4, 4), 0, true, 6, 6],
    ['in time, and again late after 1 went back', line(10, 3, 3, 6), 0, true, 7, 1],
    ['late, and again after nothing went back', line(10, 4, 4, 6), 6, true, 6, 6],
  ])('remembers how much was closed late: %s', (_name, drawn, before, isLate, closedQuantity, late) => {
    const closed = closedShort({ ...drawn, closedLateQuantity: before }, { isLate });
    expect([closed.closedQuantity, closed.closedLateQuantity].map(toNumber)).toEqual([closedQuantity, late]);
  });

  it('leaves nothing open on any line once closed short but what is accepted, and takes off no more than was ordered', () => {
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

  it('settles at once: asking again with the same facts changes nothing', () => {
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
    ['2 closed of 100', line(100, 0, 100, 15, 2), 11270],
    ['2 closed of 100, 98 billed', line(100, 98, 100, 15, 2), 0],
  ])('of a line with %s', (_name, drawn, expected) => {
    expect(toNumber(lineCommitment(drawn, 'SAR'))).toBe(expected);
  });

  it('is held by an approved order only', () => {
    const held = ORDER_STATUSES.map((status) => toNumber(orderCommitment(status, [line(1, 0)], 'SAR')));
    expect(held).toEqual([0, 0, 115, 0, 0, 0]);
  });

  it('of a fresh order is its total, and never negative however much is billed', () => {
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

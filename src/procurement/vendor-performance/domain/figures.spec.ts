import { decimal } from '../../../common/money';
import {
  add,
  type DailyFigures,
  difference,
  FIGURE_NAMES,
  NO_FIGURES,
  type OrderFacts,
  orderFigures,
  type PerformanceFigures,
  plus,
  type ReceivedFact,
} from './figures';

const days = (...entries: [string, Partial<PerformanceFigures>][]): DailyFigures => {
  const made = new Map<string, PerformanceFigures>();
  for (const [day, part] of entries) add(made, day, part);
  return made;
};

describe('figures by day', () => {
  it('are added per day', () => {
    const made = days(
      ['2026-01-01', { received: decimal(3) }],
      ['2026-01-01', { received: decimal(4), rejected: decimal(1) }],
    );
    expect(made.get('2026-01-01')).toEqual(plus(NO_FIGURES, { received: decimal(7), rejected: decimal(1) }));
  });

  it('have a difference only for days with unequal figures', () => {
    const before = days(['2026-01-01', { received: decimal(3) }], ['2026-01-02', { answers: decimal(1) }]);
    const after = days(['2026-01-01', { received: decimal('3.0') }], ['2026-01-03', { answers: decimal(1) }]);
    expect([...difference(before, after)]).toEqual([
      ['2026-01-02', plus(NO_FIGURES, { answers: decimal(-1) })],
      ['2026-01-03', plus(NO_FIGURES, { answers: decimal(1) })],
    ]);
  });

  it('have differences in the sequence of the days', () => {
    const one = { answers: decimal(1) };
    const changed = difference(
      days(['2026-01-02', one], ['2026-01-04', one]),
      days(['2026-01-03', one], ['2026-01-01', one]),
    );
    expect([...changed.keys()]).toEqual(['2026-01-01', '2026-01-02', '2026-01-03', '2026-01-04']);
  });
});

const receipt = (
  receiptId: number,
  day: string,
  itemId: number,
  received: number,
  rejected = 0,
  returned = 0,
): ReceivedFact => ({
  receiptId,
  itemId,
  receivedAt: new Date(`${day}T12:00:00.000Z`),
  received: decimal(received),
  rejected: decimal(rejected),
  returned: decimal(returned),
});

const order = (over: Partial<OrderFacts> = {}): OrderFacts => ({
  counts: true,
  completed: false,
  approvedAt: new Date('2026-03-01T12:00:00.000Z'),
  expectedOn: '2026-03-10',
  lines: [{ itemId: 1, ordered: decimal(10), closedLate: decimal(0) }],
  received: [],
  billed: [],
  ...over,
});

/** Non-zero figures as numbers. */
const figuresOf = (facts: OrderFacts) =>
  Object.fromEntries(
    [...orderFigures(facts)].map(([day, figures]) => [
      day,
      Object.fromEntries(
        FIGURE_NAMES.filter((name) => !figures[name].eq(0)).map((name) => [name, figures[name].toNumber()]),
      ),
    ]),
  );

describe('orderFigures', () => {
  it('is empty before the approval and after a cancellation', () => {
    expect(figuresOf(order({ counts: false }))).toEqual({});
    expect(figuresOf(order({ approvedAt: null }))).toEqual({});
  });

  it('counts an incomplete line as late on the expected day', () => {
    expect(figuresOf(order())).toEqual({ '2026-03-10': { linesLate: 1 } });
    expect(figuresOf(order({ received: [receipt(1, '2026-03-05', 1, 9)] }))).toMatchObject({
      '2026-03-10': { linesLate: 1 },
    });
  });

  it('counts a complete line as on time on the day of its last acceptance', () => {
    const received = [receipt(2, '2026-03-08', 1, 6), receipt(1, '2026-03-05', 1, 4)];
    expect(figuresOf(order({ received }))).toEqual({
      '2026-03-05': { receipts: 1, receiptDays: 4, received: 4, answers: 1, answerHours: 96 },
      '2026-03-08': { receipts: 1, receiptDays: 7, received: 6, linesOnTime: 1 },
    });
  });

  it.each([
    ['on the expected day', '2026-03-10', 0, 0, 'linesOnTime'],
    ['a day after', '2026-03-11', 0, 0, 'linesLate'],
    ['in time, but with a rejected quantity', '2026-03-09', 1, 0, 'linesLate'],
    ['in time, but with a returned quantity', '2026-03-09', 0, 1, 'linesLate'],
  ])('counts a delivery %s (%s, %s rejected, %s returned) as %s', (_, day, rejected, returned, expected) => {
    const days = Object.values(figuresOf(order({ received: [receipt(1, day, 1, 10, rejected, returned)] })));
    expect(days.filter((figures) => expected in figures)).toHaveLength(1);
  });

  it('counts each line separately and ignores lines without a quantity', () => {
    const lines = [
      { itemId: 1, ordered: decimal(10), closedLate: decimal(0) },
      { itemId: 2, ordered: decimal(5), closedLate: decimal(0) },
      { itemId: 3, ordered: decimal(0), closedLate: decimal(0) },
    ];
    expect(figuresOf(order({ lines, received: [receipt(1, '2026-03-02', 1, 10)] }))).toEqual({
      '2026-03-02': { linesOnTime: 1, receipts: 1, receiptDays: 1, received: 10, answers: 1, answerHours: 24 },
      '2026-03-10': { linesLate: 1 },
    });
  });

  it.each([
    ['4 of 10 in time, rest closed late', 4, 6, [receipt(1, '2026-03-05', 1, 4)], { linesLate: 1 }],
    ['4 of 10 in time, rest closed by the expected day', 4, 0, [receipt(1, '2026-03-10', 1, 4)], { linesOnTime: 1 }],
    ['nothing received, all closed late', 0, 10, [], { linesLate: 1 }],
    ['nothing received, all closed by the expected day', 0, 0, [], undefined],
  ])('counts punctuality after a short close: %s', (_, ordered, closedLate, received, expected) => {
    const lines = [{ itemId: 1, ordered: decimal(ordered), closedLate: decimal(closedLate) }];
    const figures = figuresOf(order({ completed: true, lines, received }))['2026-03-10'];
    if (expected) expect(figures).toMatchObject(expected);
    else expect(figures).toBeUndefined();
  });

  it('counts no punctuality without an expected day or after a completion without receipts', () => {
    expect(
      figuresOf(order({ expectedOn: null, received: [receipt(1, '2026-03-02', 1, 10)] }))['2026-03-02'],
    ).not.toHaveProperty('linesOnTime');
    expect(figuresOf(order({ completed: true }))).toEqual({});
    expect(figuresOf(order({ completed: true, received: [receipt(1, '2026-03-12', 1, 10)] }))).toHaveProperty(
      '2026-03-10',
      {
        linesLate: 1,
      },
    );
  });

  it('uses 0 days and hours for goods received before the approval', () => {
    expect(figuresOf(order({ received: [receipt(1, '2026-02-27', 1, 10)] }))['2026-02-27']).toEqual({
      linesOnTime: 1,
      receipts: 1,
      received: 10,
      answers: 1,
    });
  });

  it('counts a receipt with several lines once, with all its quantities', () => {
    const received = [receipt(1, '2026-03-02', 1, 10, 1, 2), receipt(1, '2026-03-02', 2, 5)];
    expect(figuresOf(order({ received }))['2026-03-02']).toMatchObject({
      receipts: 1,
      received: 15,
      rejected: 1,
      returned: 2,
    });
  });

  it.each([
    ['105', '100', 5],
    ['95', '100', -5],
    ['1', '3', -66.6667],
    ['0', '0', 0],
    ['0.01', '0', 100],
  ])('for a price of %s and an order price of %s has a deviation of %s %%', (price, orderPrice, percent) => {
    const billed = [{ day: '2026-04-01', price: decimal(price), orderPrice: decimal(orderPrice) }];
    const [figures] = [...orderFigures(order({ expectedOn: null, billed })).values()];
    expect([figures?.pricedLines.toNumber(), figures?.priceDeviation.toNumber()]).toEqual([1, percent]);
  });
});

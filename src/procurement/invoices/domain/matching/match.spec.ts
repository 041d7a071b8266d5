import {
  billed,
  invoice,
  NO_TOLERANCE,
  NOTHING_BILLED,
  order,
  printed,
  queued,
  tolerances,
} from '../../../../../test/support/matching-facts';
import {
  billedQuantities,
  headerStatus,
  matchInvoice,
  matchQueue,
  type MatchResult,
  type QueuedInvoice,
} from './match';

const shown = ({ status, variances: { po, gr } }: MatchResult) => [
  po?.toFixed(2) ?? null,
  gr?.toFixed(2) ?? null,
  status,
];
const codes = ({ reasons }: MatchResult) => reasons.map(({ code }) => code);
const results = ({ lines }: MatchResult) => lines.map(({ result }) => result);

describe('three-way match, worked examples (order line 10 @ 100.00, quantity tolerance 0)', () => {
  const received = (accepted: number, ordered = 10, price = 100) => order([{ ordered, accepted, price }]);
  const five = tolerances({ price: { pct: 5 } });

  it.each([
    ['received 10, invoice 10 @ 100', received(10), [10, 100], NO_TOLERANCE, ['0.00', '0.00', 'full_match']],
    ['5 %: 1000 @ 1.00, invoice @ 1.05', received(1000, 1000, 1), [1000, 1.05], five, ['5.00', '0.00', 'full_match']],
    ['5 %: 1000 @ 1.00, invoice @ 1.10', received(1000, 1000, 1), [1000, 1.1], five, ['10.00', '0.00', 'mismatch']],
    ['received 8, invoice 10', received(8), [10, 100], NO_TOLERANCE, ['0.00', '25.00', 'partial_match']],
    ['nothing received, invoice 10', received(0), [10, 100], NO_TOLERANCE, ['0.00', null, 'pending_grn']],
    ['received 5, invoice 5', received(5), [5, 100], NO_TOLERANCE, ['0.00', '0.00', 'full_match']],
    ['received 10, invoice 12', received(10), [12, 100], NO_TOLERANCE, ['20.00', '20.00', 'mismatch']],
  ] as const)('returns the expected variances and status: %s', (_, facts, [quantity, price], allowed, expected) => {
    expect(shown(matchInvoice(invoice([{ quantity, price }]), facts, NOTHING_BILLED, allowed))).toEqual(expected);
  });

  it('returns a full match without receipts under two_way', () => {
    const twoWay = order([{}], { threeWay: false });
    expect(shown(matchInvoice(invoice([{}]), twoWay, NOTHING_BILLED, NO_TOLERANCE))).toEqual([
      '0.00',
      null,
      'full_match',
    ]);
  });
});

describe('the match of an invoice line', () => {
  const match = (line: object, orderLine: object, before = NOTHING_BILLED, allowed = NO_TOLERANCE, threeWay = true) =>
    matchInvoice(invoice([line]), order([{ accepted: 10, ...orderLine }], { threeWay }), before, allowed);

  it.each([
    ['unmatched', { poLineId: 9 }, {}, {}],
    ['price_over', { price: 100.01 }, {}, {}],
    ['vat_over', { vat: 15.01 }, {}, {}],
    ['qty_over_ordered', { quantity: 10.0001 }, {}, {}],
    ['qty_over_ordered', { quantity: 4 }, {}, { 1: 6.5 }],
    ['not_received', {}, { accepted: 0 }, {}],
    ['not_received', { quantity: 1 }, { accepted: 5 }, { 1: 5 }],
    ['qty_over_received', { quantity: 6 }, { accepted: 5 }, {}],
    ['qty_over_received', { quantity: 3 }, { accepted: 6 }, { 1: 4 }],
    ['ok', {}, {}, {}],
    ['ok', { price: 90, vat: 5, quantity: 1 }, {}, {}],
    ['ok', { quantity: 4 }, {}, { 1: 6 }],
  ])('returns "%s" for invoice %j, order %j, billed before %j', (expected, line, orderLine, before) => {
    expect(results(match(line, orderLine, billed(before)))).toEqual([expected]);
  });

  it('ignores receipts under two-way matching', () => {
    expect(results(match({}, { accepted: 2 }, NOTHING_BILLED, NO_TOLERANCE, false))).toEqual(['ok']);
  });

  it('accepts a quantity up to the ordered and the received quantity plus tolerance, inclusive', () => {
    const ten = tolerances({ quantity: { pct: 10 } });
    expect(results(match({ quantity: 11 }, {}, NOTHING_BILLED, ten))).toEqual(['ok']);
    expect(results(match({ quantity: 11.0001 }, {}, NOTHING_BILLED, ten))).toEqual(['qty_over_ordered']);
    expect(results(match({ quantity: 5.5 }, { accepted: 5 }, NOTHING_BILLED, ten))).toEqual(['ok']);
    expect(results(match({ quantity: 5.6 }, { accepted: 5 }, NOTHING_BILLED, ten))).toEqual(['qty_over_received']);
  });

  it('applies the tolerance once to all invoices of the order line', () => {
    const ten = tolerances({ quantity: { pct: 10 } });
    expect(results(match({ quantity: 2 }, {}, billed({ 1: 9 }), ten))).toEqual(['ok']);
    expect(results(match({ quantity: 2 }, {}, billed({ 1: 9.5 }), ten))).toEqual(['qty_over_ordered']);
  });

  it('uses the sum of all lines that bill one order line, and reports a fault once', () => {
    const result = matchInvoice(
      invoice([
        { poLineId: 1, quantity: 6 },
        { poLineId: 1, quantity: 6 },
      ]),
      order([{ accepted: 10 }]),
      NOTHING_BILLED,
      NO_TOLERANCE,
    );
    expect(results(result)).toEqual(['qty_over_ordered', 'qty_over_ordered']);
    expect(result.reasons.map(({ code, actual }) => [code, actual])).toEqual([
      ['QTY_OVER_ORDERED', '12'],
      ['QTY_OVER_RECEIVED', '12'],
    ]);
  });
});

describe('the status of a match', () => {
  const two = order([{ accepted: 10 }, { accepted: 0 }]);

  it.each([
    [['ok', 'unmatched', 'not_received'], 'mismatch'],
    [['not_received', 'qty_over_ordered'], 'mismatch'],
    [['not_received', 'price_over'], 'mismatch'],
    [['not_received', 'vat_over'], 'mismatch'],
    [['not_received', 'not_received'], 'pending_grn'],
    [['not_received', 'ok'], 'partial_match'],
    [['not_received', 'qty_over_received'], 'partial_match'],
    [['qty_over_received', 'ok'], 'partial_match'],
    [['price_under', 'ok'], 'partial_match'],
    [['ok', 'ok'], 'full_match'],
  ] as const)('is, for the line results %j, %s', (lines, expected) => expect(headerStatus(lines)).toBe(expected));

  it('is a partial match when some lines are not received', () => {
    expect(shown(matchInvoice(invoice([{}, {}]), two, NOTHING_BILLED, NO_TOLERANCE))).toEqual([
      '0.00',
      '100.00',
      'partial_match',
    ]);
  });

  it('is a full match for part of an order', () => {
    expect(matchInvoice(invoice([{ quantity: 3 }]), two, NOTHING_BILLED, NO_TOLERANCE).status).toBe('full_match');
  });

  it('is a mismatch while the order cannot be billed', () => {
    const result = matchInvoice(
      invoice([{}]),
      order([{ accepted: 10 }], { billable: false }),
      NOTHING_BILLED,
      NO_TOLERANCE,
    );
    expect([result.status, codes(result)]).toEqual(['mismatch', ['ORDER_NOT_APPROVED']]);
  });

  it('is a mismatch when the order has another vendor or currency', () => {
    const facts = order([{ accepted: 10 }]);
    for (const changed of [
      { ...facts, vendorId: 2 },
      { ...facts, currency: 'USD' },
    ]) {
      const result = matchInvoice(invoice([{}]), changed, NOTHING_BILLED, NO_TOLERANCE);
      expect([result.status, codes(result)]).toEqual(['mismatch', ['ORDER_DISAGREES']]);
    }
  });

  it('is a mismatch when the printed totals contradict the lines', () => {
    const facts = invoice([{}], { totals: printed(1000.06, 150, 1150.06) });
    const result = matchInvoice(facts, order([{ accepted: 10 }]), NOTHING_BILLED, NO_TOLERANCE);
    expect([result.status, result.reasons]).toEqual([
      'mismatch',
      [{ code: 'TOTALS_MISMATCH', figure: 'subtotal', expected: '1000.00', actual: '1000.06', tolerance: '0.05' }],
    ]);
  });

  it('reports prices below the order only with checkUnder', () => {
    const cheap = invoice([{ price: 94 }]);
    const facts = order([{ accepted: 10 }]);
    const asked = tolerances({ price: { pct: 5 }, checkUnder: true });
    expect(matchInvoice(cheap, facts, NOTHING_BILLED, NO_TOLERANCE).status).toBe('full_match');
    expect(shown(matchInvoice(cheap, facts, NOTHING_BILLED, asked))).toEqual(['-6.00', '0.00', 'partial_match']);
    expect(matchInvoice(invoice([{ price: 95 }]), facts, NOTHING_BILLED, asked).status).toBe('full_match');
  });

  it('is a partial match without an order', () => {
    const result = matchInvoice(invoice([{}]), null, NOTHING_BILLED, NO_TOLERANCE);
    expect([...shown(result), codes(result)]).toEqual([null, null, 'partial_match', ['NO_PO']]);
    const odd = matchInvoice(invoice([{}], { totals: printed(1, 0, 1) }), null, NOTHING_BILLED, NO_TOLERANCE);
    expect([odd.status, codes(odd)]).toEqual(['mismatch', ['NO_PO', 'TOTALS_MISMATCH']]);
  });
});

describe('variances', () => {
  const of = (quantity: number, price: number, facts: Parameters<typeof order>[0][number], before = {}) =>
    shown(matchInvoice(invoice([{ quantity, price }]), order([facts]), billed(before), NO_TOLERANCE)).slice(0, 2);

  it('are null for a base and an amount of 0, and 100.00 for a base of 0 and any other amount', () => {
    expect(of(5, 0, { price: 0, accepted: 10 })).toEqual([null, null]);
    expect(of(5, 1, { price: 0, accepted: 10 })).toEqual(['100.00', null]);
    expect(of(5, 100, { accepted: 10 }, { 1: 10 })).toEqual(['100.00', '100.00']);
  });

  it('are null for receipts when nothing was received', () => expect(of(5, 100, {})).toEqual(['0.00', null]));
  it('are 0.00 for an equal line, even at a price below one cent', () =>
    expect(of(1, 0.005, { price: 0.005, accepted: 10 })).toEqual(['0.00', '0.00']));
  it('are negative for a price below the order', () =>
    expect(of(10, 99.995, { accepted: 10 })).toEqual(['-0.01', '0.00']));
});

const statuses = (invoices: QueuedInvoice[], facts = order([{ accepted: 10 }]), before = NOTHING_BILLED) => {
  const results = matchQueue(invoices, facts, before, NO_TOLERANCE);
  return Object.fromEntries([...results].map(([id, { status }]) => [id, status]));
};

describe('matchQueue', () => {
  it('accepts the earlier and rejects the later of two invoices that together exceed the order', () => {
    const early = queued(1, [{ quantity: 6 }], new Date('2025-01-01'));
    const late = queued(2, [{ quantity: 6 }], new Date('2025-01-02'));
    expect(statuses([late, early])).toEqual({ 1: 'full_match', 2: 'mismatch' });
  });

  it('sorts by submission time, then by id', () => {
    const same = new Date('2025-01-01');
    expect(
      statuses([queued(1, [{ quantity: 6 }], new Date('2025-01-02')), queued(2, [{ quantity: 6 }], same)]),
    ).toEqual({
      1: 'mismatch',
      2: 'full_match',
    });
    expect(statuses([queued(2, [{ quantity: 6 }], same), queued(1, [{ quantity: 6 }], same)])).toEqual({
      1: 'full_match',
      2: 'mismatch',
    });
  });

  it('puts a draft after all submitted invoices', () => {
    const draft = queued(1, [{ quantity: 6 }], null);
    expect(statuses([draft, queued(2, [{ quantity: 6 }], new Date('2999-01-01'))])).toEqual({
      1: 'mismatch',
      2: 'full_match',
    });
    expect(statuses([queued(4, [{ quantity: 6 }], null), queued(3, [{ quantity: 6 }], null)])).toEqual({
      3: 'full_match',
      4: 'mismatch',
    });
  });

  it('counts approved invoices before open ones', () => {
    expect(statuses([queued(1, [{ quantity: 6 }])], order([{ accepted: 10 }]), billed({ 1: 5 }))).toEqual({
      1: 'mismatch',
    });
    expect(statuses([queued(1, [{ quantity: 5 }])], order([{ accepted: 10 }]), billed({ 1: 5 }))).toEqual({
      1: 'full_match',
    });
  });

  it('accepts three partial invoices of one order', () => {
    const three = [4, 3, 3].map((quantity, index) => queued(index + 1, [{ quantity }]));
    expect(statuses(three)).toEqual({ 1: 'full_match', 2: 'full_match', 3: 'full_match' });
  });

  it('counts lines for their paired order line and ignores unmatched lines', () => {
    const [result] = matchQueue(
      [queued(1, [{ description: 'Item 2', quantity: 3 }, { poLineId: 99 }, { description: 'Item 2', quantity: 4 }])],
      order([{ accepted: 10 }, { accepted: 10 }]),
      NOTHING_BILLED,
      NO_TOLERANCE,
    ).values();
    expect(
      result && billedQuantities(result).map(({ orderLineId, quantity }) => [orderLineId, quantity.toString()]),
    ).toEqual([
      [2, '3'],
      [2, '4'],
    ]);
  });
});

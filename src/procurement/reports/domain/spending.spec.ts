import { ZERO } from '../../../common/money';
import {
  everyMonth,
  isComplete,
  isNothing,
  isSomething,
  type Ranked,
  share,
  type Spending,
  spendingRest,
  spendingTotals,
} from './spending';

const row = (key: string, currency: string, ordered: number, over: Partial<Spending> = {}): Spending => ({
  key,
  id: null,
  name: key,
  currency,
  po_count: 1,
  po_total: ordered,
  invoice_count: 2,
  invoiced_total: '10.10',
  paid_total: 5,
  ...over,
});

describe('spending', () => {
  it('is summed per currency', () => {
    const totals = spendingTotals([row('a', 'SAR', 100), row('b', 'USD', 50), row('c', 'SAR', 0.1)]);
    expect(totals.map(({ currency, po_count, po_total }) => [currency, po_count, po_total.toFixed()])).toEqual([
      ['SAR', 2, '100.1'],
      ['USD', 1, '50'],
    ]);
    expect(totals[0]?.invoiced_total.toFixed()).toBe('20.2');
  });

  it('of the other vendors is exactly the total less the shown vendors', () => {
    const rows = [row('a', 'SAR', 100), row('b', 'USD', 50), row('c', 'SAR', 0.1)];
    const totals = spendingTotals(rows);
    expect(spendingRest(rows, totals)).toEqual([]);
    const rest = spendingRest(rows.slice(0, 2), totals);
    expect(
      rest.map((one) => [one.currency, one.po_count, one.po_total.toFixed(), one.invoiced_total.toFixed()]),
    ).toEqual([['SAR', 1, '0.1', '10.1']]);
  });

  it('has shares of the ordered total per currency', () => {
    const rows = [row('a', 'SAR', 1), row('b', 'SAR', 2), row('c', 'USD', 7), row('d', 'EUR', 0)];
    const totals = spendingTotals(rows);
    expect(rows.map((one) => share(one, totals).toFixed(2))).toEqual(['33.33', '66.67', '100.00', '0.00']);
  });

  it('has a share of 0 without a total in the currency', () => {
    expect(share(row('a', 'EUR', 1), []).toFixed(2)).toBe('0.00');
  });

  it('is nothing only if all counts and amounts are 0', () => {
    const none = {
      currency: 'SAR',
      po_count: 0,
      po_total: ZERO,
      invoice_count: 0,
      invoiced_total: ZERO,
      paid_total: ZERO,
    };
    expect(isNothing(none)).toBe(true);
    expect(isNothing({ ...none, po_count: 1 })).toBe(false);
    expect(isNothing({ ...none, invoice_count: 1 })).toBe(false);
    for (const amount of ['po_total', 'invoiced_total', 'paid_total']) {
      expect(isNothing({ ...none, [amount]: ZERO.plus('0.01') })).toBe(false);
    }
  });

  it('includes months without figures, in every currency of the period', () => {
    const rows = everyMonth([row('2026-02', 'USD', 5), row('2026-01', 'SAR', 3)], ['2026-01', '2026-02'], 'SAR');
    expect(rows.map(({ key, currency, po_total }) => [key, currency, Number(po_total)])).toEqual([
      ['2026-01', 'SAR', 3],
      ['2026-01', 'USD', 0],
      ['2026-02', 'SAR', 0],
      ['2026-02', 'USD', 5],
    ]);
  });

  it("uses the tenant's currency for months without any figures", () => {
    expect(everyMonth([], ['2026-01'], 'KWD')).toMatchObject([{ key: '2026-01', currency: 'KWD', po_count: 0 }]);
  });
});

describe('the largest vendors', () => {
  const row = (over: Partial<Ranked> = {}): Ranked => ({
    part: 'row',
    certain: false,
    key: '1',
    id: 1,
    name: 'One',
    currency: 'SAR',
    po_count: 1,
    po_total: '10',
    invoice_count: 2,
    invoiced_total: '20',
    paid_count: 3,
    paid_total: '30',
    ...over,
  });
  const total = (over: Partial<Ranked> = {}): Ranked =>
    row({ part: 'total', certain: true, key: '', id: null, name: null, ...over });

  it('are complete when the query was certain', () => {
    expect(isComplete([row({ certain: true }), total({ po_count: 100 })])).toBe(true);
    expect(isComplete([row(), total({ po_count: 100 })])).toBe(false);
  });

  it('are complete when their numbers of orders, invoices and payments add up to the total', () => {
    expect(isComplete([row(), row(), total({ po_count: 2, invoice_count: 4, paid_count: 6 })])).toBe(true);
    expect(isComplete([row(), row(), total({ po_count: 2, invoice_count: 4, paid_count: 7 })])).toBe(false);
    expect(isComplete([total({ po_count: 0, invoice_count: 0, paid_count: 0 })])).toBe(true);
    expect(isComplete([])).toBe(true);
    expect(isComplete([total({ po_count: 0, invoice_count: 0 })])).toBe(false);
  });

  it('are shown if any figure is not zero', () => {
    const none = {
      po_count: 0,
      po_total: '0',
      invoice_count: 0,
      invoiced_total: '0.000',
      paid_count: 0,
      paid_total: '0',
    };
    expect(isSomething(row(none))).toBe(false);
    expect(isSomething(row({ ...none, paid_count: 1 }))).toBe(true);
    expect(isSomething(row({ ...none, invoiced_total: '-0.001' }))).toBe(true);
  });
});

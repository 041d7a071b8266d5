import { isComplete, isSomething, type Ranked } from './ranking';

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

describe('the vendors that were found', () => {
  it('are the largest when the query was certain of it', () => {
    expect(isComplete([row({ certain: true }), total({ po_count: 100 })])).toBe(true);
    expect(isComplete([row(), total({ po_count: 100 })])).toBe(false);
  });

  it('are complete when every order, invoice and payment is theirs', () => {
    expect(isComplete([row(), row(), total({ po_count: 2, invoice_count: 4, paid_count: 6 })])).toBe(true);
    expect(isComplete([row(), row(), total({ po_count: 2, invoice_count: 4, paid_count: 7 })])).toBe(false);
    expect(isComplete([total({ po_count: 0, invoice_count: 0, paid_count: 0 })])).toBe(true);
    expect(isComplete([])).toBe(true);
    expect(isComplete([total({ po_count: 0, invoice_count: 0 })])).toBe(false);
  });

  it('count as something as soon as one figure is not zero', () => {
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

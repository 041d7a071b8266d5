import { byGroupAndCurrency, totalsByCurrency } from './groups';

const ROWS = [
  { key: 'approved', currency: 'SAR', count: 2, amount: '100.50' },
  { key: 'draft', currency: 'USD', count: 1, amount: 7 },
];

describe('groups by currency', () => {
  it('have a row for each group in the given sequence', () => {
    const rows = byGroupAndCurrency(ROWS, ['draft', 'approved', 'cancelled'], 'SAR');
    expect(rows.map(({ key, currency, count, amount }) => [key, currency, count, amount.toFixed()])).toEqual([
      ['draft', 'SAR', 0, '0'],
      ['draft', 'USD', 1, '7'],
      ['approved', 'SAR', 2, '100.5'],
      ['approved', 'USD', 0, '0'],
      ['cancelled', 'SAR', 0, '0'],
      ['cancelled', 'USD', 0, '0'],
    ]);
  });

  it("use the tenant's currency without rows", () => {
    expect(byGroupAndCurrency([], ['draft'], 'KWD')).toMatchObject([{ key: 'draft', currency: 'KWD', count: 0 }]);
  });

  it('are sorted by currency for any sequence of rows', () => {
    const turned = [...ROWS].reverse();
    expect(byGroupAndCurrency(turned, ['draft'], 'SAR').map(({ currency }) => currency)).toEqual(['SAR', 'USD']);
    expect(totalsByCurrency(turned).map(({ currency }) => currency)).toEqual(['SAR', 'USD']);
  });

  it('are summed per currency', () => {
    expect(totalsByCurrency([...ROWS, { key: 'draft', currency: 'SAR', count: 3, amount: '0.05' }])).toMatchObject([
      { currency: 'SAR', count: 5, amount: expect.objectContaining({}) },
      { currency: 'USD', count: 1 },
    ]);
    expect(
      totalsByCurrency([...ROWS, { key: 'draft', currency: 'SAR', count: 3, amount: '0.05' }])[0]?.amount.toFixed(),
    ).toBe('100.55');
  });
});

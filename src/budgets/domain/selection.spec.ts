import type { BudgetId } from '../../common/records/ids';
import { categoryKey, chooseBudget } from './selection';

const budgets = (...entries: [number, string | null][]) =>
  entries.map(([id, category]) => ({ id: id as BudgetId, category }));
const order = { expenseType: 'OPEX', vendorCategory: 'IT Hardware' };

describe('the budget of an order', () => {
  it.each([
    ['the expense type before the vendor category', budgets([1, null], [2, 'IT Hardware'], [3, 'OPEX']), 3],
    ['the vendor category before none', budgets([1, null], [2, 'it hardware ']), 2],
    ['one without a category', budgets([1, null], [2, 'Travel'], [3, 'CAPEX']), 1],
    ['an empty category as none', budgets([4, '']), 4],
    ['the oldest of several', budgets([9, 'opex'], [7, 'OPEX'], [8, 'OPEX']), 7],
    ['none that fits', budgets([1, 'Travel'], [2, 'CAPEX']), undefined],
    ['none at all', [], undefined],
  ])('%s', (_, candidates, id) => {
    expect(chooseBudget(candidates, order)?.id).toBe(id);
  });

  it('does not match a vendor without a category with a budget of a category', () => {
    expect(chooseBudget(budgets([1, 'Travel'], [2, null]), { expenseType: 'CAPEX', vendorCategory: null })?.id).toBe(2);
  });

  it('compares categories as people write them', () => {
    expect(categoryKey(' ＩＴ Hardware')).toBe(categoryKey('it hardware'));
  });
});

import type { BudgetId } from '../../../common/records/ids';
import type { BudgetStatus } from './lifecycle';
import { categoryKey, chooseBudget } from './selection';

const budgets = (...entries: [number, string | null, BudgetStatus?][]) =>
  entries.map(([id, category, status = 'active']) => ({ id: id as BudgetId, category, status }));
const order = { expenseType: 'OPEX', vendorCategory: 'IT Hardware' };

describe('the budget of an order', () => {
  it.each([
    [
      'the one of the expense type before the one of the vendor category',
      budgets([1, null], [2, 'IT Hardware'], [3, 'OPEX']),
      3,
    ],
    ['the one of the vendor category before the one without a category', budgets([1, null], [2, 'it hardware ']), 2],
    ['the one without a category', budgets([1, null], [2, 'Travel'], [3, 'CAPEX']), 1],
    ['one with an empty category, which counts as none', budgets([4, '']), 4],
    ['the oldest of several', budgets([9, 'opex'], [7, 'OPEX'], [8, 'OPEX']), 7],
    ['a frozen one, like an active one', budgets([1, null], [2, 'OPEX', 'frozen']), 2],
    ['an open one before a closed one that fits better', budgets([1, 'OPEX', 'closed'], [2, null]), 2],
    ['a closed one if no open one fits', budgets([1, null, 'closed'], [2, 'Travel']), 1],
    ['the best fitting one if all are closed', budgets([1, null, 'closed'], [2, 'OPEX', 'closed']), 2],
    ['undefined if none fits', budgets([1, 'Travel'], [2, 'CAPEX']), undefined],
    ['undefined if there are no budgets', [], undefined],
  ])('is %s', (_, candidates, id) => {
    expect(chooseBudget(candidates, order)?.id).toBe(id);
  });

  it('never has a category that does not match when the vendor has none', () => {
    expect(chooseBudget(budgets([1, 'Travel'], [2, null]), { expenseType: 'CAPEX', vendorCategory: null })?.id).toBe(2);
  });

  it('may have another spelling of the category, but an exact match comes first', () => {
    const tools = { expenseType: 'OPEX', vendorCategory: 'أدوات مكتبيّة' };
    expect(chooseBudget(budgets([1, null], [2, 'ادوات  مكتبية']), tools)?.id).toBe(2);
    expect(chooseBudget(budgets([1, 'ادوات مكتبية'], [2, 'أدوات مكتبيّة']), tools)?.id).toBe(2);
    expect(chooseBudget(budgets([1, 'École'], [2, null]), { ...tools, vendorCategory: 'ecole' })?.id).toBe(1);
  });

  it('compares category keys independent of case, width and spaces', () => {
    expect(categoryKey(' ＩＴ Hardware')).toBe(categoryKey('it hardware'));
  });
});

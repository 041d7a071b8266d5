import type { BudgetId } from '../../../common/records/ids';
import type { BudgetStatus } from './lifecycle';
import { categoryKey, chooseBudget } from './selection';

const budgets = (...entries: [number, string | null, BudgetStatus?][]) =>
  entries.map(([id, category, status = 'active']) => ({ id: id as BudgetId, category, status }));
const order = { expenseType: 'OPEX', vendorCategory: 'IT Hardware' };

describe('the budget of an order', () => {
  it.each([
    ['the expense type before the vendor category', budgets([1, null], [2, 'IT Hardware'], [3, 'OPEX']), 3],
    ['the vendor category before none', budgets([1, null], [2, 'it hardware ']), 2],
    ['one without a category', budgets([1, null], [2, 'Travel'], [3, 'CAPEX']), 1],
    ['an empty category as none', budgets([4, '']), 4],
    ['the oldest of several', budgets([9, 'opex'], [7, 'OPEX'], [8, 'OPEX']), 7],
    ['a frozen one like an active one', budgets([1, null], [2, 'OPEX', 'frozen']), 2],
    ['an open one before a closed one that fits better', budgets([1, 'OPEX', 'closed'], [2, null]), 2],
    ['a closed one where no open one fits', budgets([1, null, 'closed'], [2, 'Travel']), 1],
    ['of closed ones the one that fits best', budgets([1, null, 'closed'], [2, 'OPEX', 'closed']), 2],
    ['none that fits', budgets([1, 'Travel'], [2, 'CAPEX']), undefined],
    ['none at all', [], undefined],
  ])('%s', (_, candidates, id) => {
    expect(chooseBudget(candidates, order)?.id).toBe(id);
  });

  it('does not match a vendor without a category with a budget of a category', () => {
    expect(chooseBudget(budgets([1, 'Travel'], [2, null]), { expenseType: 'CAPEX', vendorCategory: null })?.id).toBe(2);
  });

  it('finds a category in another spelling, and one that is written the same before it', () => {
    const tools = { expenseType: 'OPEX', vendorCategory: 'أدوات مكتبيّة' };
    expect(chooseBudget(budgets([1, null], [2, 'ادوات  مكتبية']), tools)?.id).toBe(2);
    expect(chooseBudget(budgets([1, 'ادوات مكتبية'], [2, 'أدوات مكتبيّة']), tools)?.id).toBe(2);
    expect(chooseBudget(budgets([1, 'École'], [2, null]), { ...tools, vendorCategory: 'ecole' })?.id).toBe(1);
  });

  it('compares categories as people write them', () => {
    expect(categoryKey(' ＩＴ Hardware')).toBe(categoryKey('it hardware'));
  });
});

import { inEnglish, refusal } from '../../../../test/support/refusals';
import type { DomainError } from '../../../common/errors';
import type { BudgetId } from '../../../common/records/ids';
import { type CarryingBudget, requireCarrySource, requireCarryTarget } from './carry-forward';
import { BUDGET_STATUSES } from './lifecycle';

const FROM: CarryingBudget = {
  id: 1 as BudgetId,
  status: 'closed',
  departmentId: 3,
  category: 'IT',
  currency: 'SAR',
  fiscalYear: 2026,
};
const NEXT: CarryingBudget = { ...FROM, id: 2 as BudgetId, status: 'active', fiscalYear: 2027 };

/** What is said on `to_budget_id`; nothing when the budget may be carried to. */
function faults(to: CarryingBudget | undefined): readonly string[] {
  try {
    requireCarryTarget(FROM, to);
    return [];
  } catch (error) {
    const { code, extras } = error as DomainError;
    expect(code).toBe('VALIDATION_ERROR');
    expect(Object.keys(extras.fields ?? {})).toEqual(['to_budget_id']);
    return (extras.fields?.['to_budget_id'] ?? []).map(inEnglish);
  }
}

describe('the budget that orders are carried to', () => {
  it('is of the same department, category and currency, of the next year, and active', () => {
    expect(faults(NEXT)).toEqual([]);
    expect(faults({ ...NEXT, category: ' it ' })).toEqual([]);
  });

  const YEAR = 'Must belong to the fiscal year 2027.';
  it.each<[string, Partial<CarryingBudget>, readonly string[]]>([
    ['department', { departmentId: 4 }, ['Must belong to the same department.']],
    ['category', { category: 'OPEX' }, ['Must have the same category.']],
    ['category, none', { category: null }, ['Must have the same category.']],
    ['currency', { currency: 'USD' }, ['Must be in SAR.']],
    ['year, the same', { fiscalYear: 2026 }, [YEAR]],
    ['year, the last', { fiscalYear: 2025 }, [YEAR]],
    ['year, the one after', { fiscalYear: 2028 }, [YEAR]],
    ['status, frozen', { status: 'frozen' }, ['Must be active; it is frozen.']],
    ['status, draft', { status: 'draft' }, ['Must be active; it is draft.']],
    ['status, closed', { status: 'closed' }, ['Must be active; it is closed.']],
    ['year and status', { fiscalYear: 2028, status: 'draft' }, [YEAR, 'Must be active; it is draft.']],
  ])('is refused for another %s', (_, change, said) => {
    expect(faults({ ...NEXT, ...change })).toEqual(said);
  });

  it('is there', () => {
    expect(faults(undefined)).toEqual(['No such record.']);
  });
});

describe('the budget that orders are carried from', () => {
  it('is closed or frozen', () => {
    const may = BUDGET_STATUSES.filter((status) => {
      try {
        requireCarrySource({ status });
        return true;
      } catch {
        return false;
      }
    });
    expect(may).toEqual(['closed', 'frozen']);
  });

  it('else the refusal names what would do', () => {
    expect(refusal(() => requireCarrySource({ status: 'active' }))).toMatchObject({
      code: 'INVALID_STATUS',
      details: { status: 'active', allowed_statuses: ['closed', 'frozen'] },
    });
  });
});

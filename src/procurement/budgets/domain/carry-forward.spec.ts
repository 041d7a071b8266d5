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

/** Messages on `to_budget_id`; empty if the budget is accepted. */
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

describe('the target budget of a carry-forward', () => {
  it('has the same department, category and currency, is of the next year, and is active', () => {
    expect(faults(NEXT)).toEqual([]);
    expect(faults({ ...NEXT, category: ' it ' })).toEqual([]);
  });

  const YEAR = 'Must belong to the fiscal year 2027.';
  it.each<[string, Partial<CarryingBudget>, readonly string[]]>([
    ['department', { departmentId: 4 }, ['Must belong to the same department.']],
    ['category', { category: 'OPEX' }, ['Must have the same category.']],
    ['category, none', { category: null }, ['Must have the same category.']],
    ['currency', { currency: 'USD' }, ['Must be in SAR.']],
    ['year, unchanged', { fiscalYear: 2026 }, [YEAR]],
    ['year, the previous one', { fiscalYear: 2025 }, [YEAR]],
    ['year, the second next one', { fiscalYear: 2028 }, [YEAR]],
    ['status, frozen', { status: 'frozen' }, ['Must be active; it is frozen.']],
    ['status, draft', { status: 'draft' }, ['Must be active; it is draft.']],
    ['status, closed', { status: 'closed' }, ['Must be active; it is closed.']],
    ['year and status', { fiscalYear: 2028, status: 'draft' }, [YEAR, 'Must be active; it is draft.']],
  ])('is rejected with another %s', (_, change, said) => {
    expect(faults({ ...NEXT, ...change })).toEqual(said);
  });

  it('is rejected when it does not exist', () => {
    expect(faults(undefined)).toEqual(['No such record.']);
  });
});

describe('the source budget of a carry-forward', () => {
  it('must be closed or frozen', () => {
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

  it('is otherwise rejected with the allowed statuses', () => {
    expect(refusal(() => requireCarrySource({ status: 'active' }))).toMatchObject({
      code: 'INVALID_STATUS',
      details: { status: 'active', allowed_statuses: ['closed', 'frozen'] },
    });
  });
});

import { next } from '../../../common/records/lifecycle';
import { actionBetween, BUDGET_LIFECYCLE, BUDGET_STATUSES, type BudgetStatus, isChoosable } from './lifecycle';

const LEGAL: Partial<Record<BudgetStatus, Partial<Record<BudgetStatus, string>>>> = {
  draft: { active: 'activate', closed: 'close' },
  active: { frozen: 'freeze', closed: 'close' },
  frozen: { active: 'activate', closed: 'close' },
  closed: { active: 'reopen' },
};

describe('budget lifecycle', () => {
  const pairs = BUDGET_STATUSES.flatMap((from) => BUDGET_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('allows or rejects the change from %s to %s', (from, to) => {
    const action = LEGAL[from]?.[to];
    if (from === to) expect(actionBetween(from, to)).toBeUndefined();
    else if (action) {
      const taken = actionBetween(from, to);
      expect(taken).toBe(action);
      if (taken) expect(next(BUDGET_LIFECYCLE, from, taken)).toBe(to);
    } else expect(() => actionBetween(from, to)).toThrow(expect.objectContaining({ code: 'INVALID_STATUS' }));
  });

  it('never returns to draft', () => {
    expect(() => actionBetween('active', 'draft')).toThrow(
      expect.objectContaining({ extras: { details: { status: 'active', allowed_statuses: ['draft'] } } }),
    );
  });

  it('has a unique department, year, category and currency while active or frozen', () => {
    expect(BUDGET_STATUSES.filter(isChoosable)).toEqual(['active', 'frozen']);
  });

  it('rejects a change with the list of statuses that allow it', () => {
    expect(() => actionBetween('draft', 'frozen')).toThrow(
      expect.objectContaining({ extras: { details: { status: 'draft', allowed_statuses: ['active'] } } }),
    );
  });
});

import { actionBetween, BUDGET_STATUSES, type BudgetStatus } from './lifecycle';

const LEGAL: Partial<Record<BudgetStatus, Partial<Record<BudgetStatus, string>>>> = {
  draft: { active: 'activate', closed: 'close' },
  active: { frozen: 'freeze', closed: 'close' },
  frozen: { active: 'activate', closed: 'close' },
  closed: { active: 'reopen' },
};

describe('the lifecycle of a budget', () => {
  const pairs = BUDGET_STATUSES.flatMap((from) => BUDGET_STATUSES.map((to) => [from, to] as const));

  it.each(pairs)('%s to %s', (from, to) => {
    const action = LEGAL[from]?.[to];
    if (from === to) expect(actionBetween(from, to)).toBeUndefined();
    else if (action) expect(actionBetween(from, to)).toBe(action);
    else expect(() => actionBetween(from, to)).toThrow(expect.objectContaining({ code: 'INVALID_STATUS' }));
  });

  it('names the statuses that would allow the move', () => {
    expect(() => actionBetween('draft', 'frozen')).toThrow(
      expect.objectContaining({ extras: { details: { status: 'draft', allowed_statuses: ['active'] } } }),
    );
  });
});

import { invalidStatus } from '../../../common/errors';
import { type LifecycleTable, next } from '../../../common/records/lifecycle';

export const BUDGET_STATUSES = ['draft', 'active', 'closed', 'frozen'] as const;
export type BudgetStatus = (typeof BUDGET_STATUSES)[number];

/** `reopen` is `activate` for a closed budget and needs an admin. */
export type BudgetAction = 'activate' | 'freeze' | 'close' | 'reopen';

export const BUDGET_LIFECYCLE: LifecycleTable<BudgetStatus, BudgetAction> = {
  activate: { draft: 'active', frozen: 'active' },
  freeze: { active: 'frozen' },
  close: { draft: 'closed', active: 'closed', frozen: 'closed' },
  reopen: { closed: 'active' },
};

const ACTION_TO: Readonly<Record<BudgetStatus, BudgetAction | undefined>> = {
  draft: undefined,
  active: 'activate',
  frozen: 'freeze',
  closed: 'close',
};

/**
 * @returns undefined for equal statuses
 * @throws DomainError INVALID_STATUS, with the statuses that allow the change
 */
export function actionBetween(from: BudgetStatus, to: BudgetStatus): BudgetAction | undefined {
  if (from === to) return undefined;
  const action = from === 'closed' && to === 'active' ? 'reopen' : ACTION_TO[to];
  if (!action) throw invalidStatus(from, to, ['draft']);
  next(BUDGET_LIFECYCLE, from, action);
  return action;
}

/**
 * A frozen budget is selected and then rejects the document. Only one budget in these statuses can have the same
 * department, fiscal year, category and currency (`uq_budgets_key`).
 */
export const CHOOSABLE_STATUSES: readonly BudgetStatus[] = ['active', 'frozen'];

export function isChoosable(status: BudgetStatus): boolean {
  return CHOOSABLE_STATUSES.includes(status);
}

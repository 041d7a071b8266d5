import { invalidStatus } from '../../../common/errors';
import { type LifecycleTable, next } from '../../../common/records/lifecycle';

/** Every status a budget can have. */
export const BUDGET_STATUSES = ['draft', 'active', 'closed', 'frozen'] as const;
export type BudgetStatus = (typeof BUDGET_STATUSES)[number];

/** `reopen` is `activate` for a closed budget, which takes an administrator. */
export type BudgetAction = 'activate' | 'freeze' | 'close' | 'reopen';

/** The legal moves. */
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
 * The action that takes a budget from its status to the one that a request names; undefined when they are the same.
 * @throws DomainError INVALID_STATUS, naming the statuses that would allow it
 */
export function actionBetween(from: BudgetStatus, to: BudgetStatus): BudgetAction | undefined {
  if (from === to) return undefined;
  const action = from === 'closed' && to === 'active' ? 'reopen' : ACTION_TO[to];
  if (!action) throw invalidStatus(from, to, ['draft']);
  next(BUDGET_LIFECYCLE, from, action);
  return action;
}

/**
 * The statuses of budgets that an order or invoice may be charged to; a frozen one is chosen and then refuses. Of these there
 * is one budget at most for a department, fiscal year, category and currency (`uq_budgets_key`).
 */
export const CHOOSABLE_STATUSES: readonly BudgetStatus[] = ['active', 'frozen'];

/** Whether an order or invoice may be charged to a budget of this status. */
export function isChoosable(status: BudgetStatus): boolean {
  return CHOOSABLE_STATUSES.includes(status);
}

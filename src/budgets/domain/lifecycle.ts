import { invalidStatus } from '../../common/errors';
import { type LifecycleTable, next } from '../../common/records/lifecycle';

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
 * What it takes to bring a budget from one status to another that was asked for by name; undefined when it is there.
 * @throws INVALID_STATUS, naming the statuses that would allow it
 */
export function actionBetween(from: BudgetStatus, to: BudgetStatus): BudgetAction | undefined {
  if (from === to) return undefined;
  const action = from === 'closed' && to === 'active' ? 'reopen' : ACTION_TO[to];
  if (!action) throw invalidStatus(from, to, ['draft']);
  next(BUDGET_LIFECYCLE, from, action);
  return action;
}

/** Statuses whose budgets are looked at when an order is submitted; of these there is one for each key. */
export const STANDING_STATUSES = ['active', 'frozen'] as const satisfies readonly BudgetStatus[];

/** Whether the budget holds its key: department, fiscal year, category, currency. */
export function isStanding(status: BudgetStatus): boolean {
  return status === 'active' || status === 'frozen';
}

import type { BudgetThresholdEvent } from '../../common/events';
import { toNumber } from '../../common/money';
import { available, shownUtilization } from '../domain/figures';
import type { Crossing } from '../domain/thresholds';
import type { StoredBudget } from '../stored-budget';

/** What `budget.threshold_reached` tells: the highest threshold crossed, all of them, and the budget as it is now. */
export function thresholdEvent(budget: StoredBudget, { highest, crossed }: Crossing): BudgetThresholdEvent {
  const { allocated, figures } = budget;
  return {
    budget_id: budget.id,
    name: budget.name,
    threshold_percentage: toNumber(highest),
    crossed_thresholds: crossed.map(toNumber),
    utilization_percentage: toNumber(shownUtilization(allocated, figures)),
    allocated_amount: toNumber(allocated),
    committed_amount: toNumber(figures.committed),
    spent_amount: toNumber(figures.spent),
    available_amount: toNumber(available(allocated, figures)),
    currency: budget.currency,
    fiscal_year: budget.fiscalYear,
    department_id: budget.departmentId,
  };
}

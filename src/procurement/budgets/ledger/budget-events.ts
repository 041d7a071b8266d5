import { Injectable } from '@nestjs/common';
import type { BudgetEvent, BudgetThresholdEvent } from '../../../common/events';
import { toNumber } from '../../../common/money';
import type { Change } from '../../../common/records/audited';
import { Outbox, type Transaction } from '../../../platform/database';
import type { BudgetColumns, LockedBudget } from '../budgets.repository';
import type { ControlledBudget } from '../domain/control';
import { available, type Crossing, shownUtilization } from '../domain/ledger/amounts';
import { BUDGET_FIELDS } from '../entities/budget.entity';

/** The fields of a budget in events. */
type EventBudget = ControlledBudget & Pick<LockedBudget, 'category' | 'fiscalYear' | 'departmentId' | 'externalId'>;

/** Publishes events of budgets, in the transaction of the change. */
@Injectable()
export class BudgetEvents {
  constructor(private readonly outbox: Outbox) {}

  async created(tx: Transaction, budget: EventBudget, at: Date): Promise<void> {
    await this.outbox.record(tx, 'budget.created', { ...budgetData(budget), created_at: at.toISOString() });
  }

  /** For changes of terms or status by a user. Movements of orders and invoices publish no such event. */
  async updated(tx: Transaction, before: LockedBudget, columns: Partial<BudgetColumns>, at: Date): Promise<void> {
    const more = { updated_fields: Object.keys(budgetChanges(before, columns)), updated_at: at.toISOString() };
    const budget = { ...before, ...columns, allocated: columns.allocatedAmount ?? before.allocated };
    await this.outbox.record(tx, 'budget.updated', { ...budgetData(budget), ...more });
  }

  async crossed(tx: Transaction, budget: EventBudget, { highest, crossed }: Crossing): Promise<void> {
    const { name, budget_id, ...amounts } = amountsOf(budget);
    const data: BudgetThresholdEvent = {
      budget_id,
      name,
      threshold_percentage: toNumber(highest),
      crossed_thresholds: crossed.map(toNumber),
      utilization_percentage: toNumber(shownUtilization(budget.allocated, budget.amounts)),
      ...amounts,
    };
    await this.outbox.record(tx, 'budget.threshold_reached', data);
  }
}

/** The changed fields of a locked budget, under the API's names. */
export function budgetChanges(before: LockedBudget, columns: Partial<BudgetColumns>): Record<string, Change> {
  const stored = { ...before, allocatedAmount: before.allocated };
  return BUDGET_FIELDS.changes(BUDGET_FIELDS.snapshot(stored), BUDGET_FIELDS.snapshot({ ...stored, ...columns }));
}

function budgetData(budget: EventBudget): BudgetEvent {
  const { budget_id, name, ...amounts } = amountsOf(budget);
  return { budget_id, name, status: budget.status, category: budget.category, ...amounts };
}

function amountsOf({ id, name, allocated, amounts, currency, ...budget }: EventBudget) {
  return {
    budget_id: id,
    name,
    allocated_amount: toNumber(allocated),
    committed_amount: toNumber(amounts.committed),
    spent_amount: toNumber(amounts.spent),
    available_amount: toNumber(available(allocated, amounts)),
    currency,
    fiscal_year: budget.fiscalYear,
    department_id: budget.departmentId,
    external_id: budget.externalId,
  };
}

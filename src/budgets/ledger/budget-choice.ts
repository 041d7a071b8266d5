import { Injectable } from '@nestjs/common';
import { type CalendarDate, fiscalYear } from '../../common/clock';
import { DomainError } from '../../common/errors';
import type { Warning } from '../../common/messages/warning';
import type { Transaction } from '../../database';
import { TenantSettings } from '../../tenants';
import { isChoosable } from '../domain/lifecycle';
import { type BudgetSubject, chooseBudget } from '../domain/selection';
import { HeldBudgets } from './held-budgets.queries';
import type { LockedBudget } from '../budgets.repository';

/** An order or invoice that is to be charged to a budget. */
export interface ChargedDocument extends BudgetSubject {
  /** Null for an invoice without an order whose creator has no department: it has no budget. */
  readonly departmentId: number | null;
  readonly currency: string;
  /** The day that decides the fiscal year. */
  readonly day: CalendarDate;
}

/** Chooses the budget that a document is charged to. */
@Injectable()
export class BudgetChoice {
  constructor(
    private readonly budgets: HeldBudgets,
    private readonly tenants: TenantSettings,
  ) {}

  /** The budget of a document, locked; undefined when there is none. Which one: {@link chooseBudget}. */
  async lock(tx: Transaction, document: ChargedDocument): Promise<LockedBudget | undefined> {
    const { departmentId, currency, day } = document;
    if (departmentId === null) return undefined;
    const { settings } = await this.tenants.of(tx);
    const key = { departmentId, currency, fiscalYear: fiscalYear(day, settings.fiscal_year_start_month) };
    for (;;) {
      const chosen = chooseBudget(await this.budgets.candidates(tx, key), document);
      const budget = chosen && (await this.budgets.lock(tx, chosen.id));
      // Waiting for the lock, somebody may have closed the budget or changed its category: then choose again.
      if (!budget || (isChoosable(budget.status) && budget.category === chosen.category)) return budget;
    }
  }

  /**
   * The warning for a document without a budget.
   * @throws DomainError BUDGET_REQUIRED where the tenant requires one (setting `require_budget`)
   */
  async warnOfNone(tx: Transaction, { departmentId, currency }: ChargedDocument): Promise<Warning[]> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.require_budget) return [{ code: 'NO_BUDGET', text: { key: 'budget.no_budget' } }];
    throw new DomainError(
      'BUDGET_REQUIRED',
      { key: 'budget.required' },
      { details: { department_id: departmentId, currency } },
    );
  }
}

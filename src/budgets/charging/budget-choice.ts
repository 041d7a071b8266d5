import { Injectable } from '@nestjs/common';
import { type CalendarDate, fiscalYear } from '../../common/clock';
import { DomainError } from '../../common/errors';
import type { Warning } from '../../common/warning';
import type { Transaction } from '../../database';
import { TenantSettings } from '../../tenants';
import { isStanding } from '../domain/lifecycle';
import { type BudgetSubject, chooseBudget } from '../domain/selection';
import { DocumentBudgetsRepository } from './document-budgets.sql';
import type { StoredBudget } from '../stored-budget';

/** A document in want of a budget. */
export interface Seeker extends BudgetSubject {
  /** Null for an invoice of nobody's department. */
  readonly departmentId: number | null;
  readonly currency: string;
  /** The day by which the fiscal year is told. */
  readonly day: CalendarDate;
}

/** Finds the budget of a document. */
@Injectable()
export class BudgetChoice {
  constructor(
    private readonly budgets: DocumentBudgetsRepository,
    private readonly tenants: TenantSettings,
  ) {}

  /** The document's budget, locked; undefined when there is none. */
  async lock(tx: Transaction, seeker: Seeker): Promise<StoredBudget | undefined> {
    const { departmentId, currency, day } = seeker;
    if (departmentId === null) return undefined;
    const { settings } = await this.tenants.of(tx);
    const key = { departmentId, currency, fiscalYear: fiscalYear(day, settings.fiscal_year_start_month) };
    for (;;) {
      const chosen = chooseBudget(await this.budgets.candidates(tx, key), seeker);
      const budget = chosen && (await this.budgets.lock(tx, chosen.id));
      // Closed, or given another category, while we waited for its lock: choose again.
      if (!budget || (isStanding(budget.status) && budget.category === chosen.category)) return budget;
    }
  }

  /** What a document without a budget is told. Throws BUDGET_REQUIRED where the tenant requires one. */
  async warnOfNone(tx: Transaction, { departmentId, currency }: Seeker): Promise<Warning[]> {
    const { settings } = await this.tenants.of(tx);
    if (!settings.require_budget) return [{ code: 'NO_BUDGET', text: { key: 'budget.no_budget' } }];
    throw new DomainError(
      'BUDGET_REQUIRED',
      { key: 'budget.required' },
      { details: { department_id: departmentId, currency } },
    );
  }
}

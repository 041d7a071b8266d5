import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../auth';
import { requireRule } from '../common/abilities';
import type { Actor } from '../common/actor';
import { Clock } from '../common/clock';
import { invalidField } from '../common/errors';
import { AuditLog, isUniqueViolation, type Transaction, UnitOfWork } from '../database';
import { type IfMatch, requireVersion } from '../http';
import { TenantSettings } from '../tenants';
import type { BudgetInput, NewBudgetInput } from './budget-input';
import { BudgetLedger } from './budget-ledger';
import type { BudgetRow } from './budget-rows';
import { BudgetsQueries } from './budgets.queries';
import { type BudgetColumns, BudgetsRepository } from './budgets.repository';
import { actionBetween, type BudgetAction } from './domain/lifecycle';
import { categoryKey } from './domain/selection';
import { requireChange, requireTerms } from './domain/terms';
import { DEFAULT_THRESHOLDS } from './domain/thresholds';
import { LedgerRepository } from './ledger.repository';
import type { StoredBudget } from './stored-budget';

const DONE: Readonly<Record<BudgetAction, string>> = {
  activate: 'activated',
  freeze: 'frozen',
  close: 'closed',
  reopen: 'reopened',
};

/** Budgets as people write them: what they are for, how much, and whether they are open. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly budgets: BudgetsRepository,
    private readonly queries: BudgetsQueries,
    private readonly ledger: LedgerRepository,
    private readonly alerts: BudgetLedger,
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** Creates a draft. Throws VALIDATION_ERROR. */
  async create(actor: Actor, input: NewBudgetInput): Promise<BudgetRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.requireDepartment(tx, input.departmentId);
      const { category = null, notes = null, alertThresholds = DEFAULT_THRESHOLDS, allocations } = input;
      const terms = {
        departmentId: input.departmentId,
        fiscalYear: input.fiscalYear,
        currency: input.currency ?? (await this.tenants.of(tx)).currency,
        allocated: input.allocated,
        allocatedCapex: allocations?.capex ?? null,
        allocatedOpex: allocations?.opex ?? null,
      };
      requireTerms(terms, 'draft');
      const { allocated: allocatedAmount, ...columns } = terms;
      const id = await this.budgets.insert(
        tx,
        {
          ...columns,
          allocatedAmount,
          name: input.name,
          category,
          categoryKey: categoryKey(category),
          status: 'draft',
          notes,
          alertThresholds: rising(alertThresholds),
        },
        this.clock.now(),
      );
      await this.audit.record(tx, actor, { action: 'created', entityType: 'budget', entityId: id });
      return this.queries.get(tx.tenantId, id);
    });
  }

  /**
   * Changes what the input mentions. The budget's lock keeps approvals out meanwhile, so that nothing is committed
   * against an amount that is about to shrink.
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY for reopening without `admin`, PRECONDITION_FAILED,
   *   INVALID_STATUS, VALIDATION_ERROR
   */
  async update(actor: Actor, id: number, input: BudgetInput, ifMatch: IfMatch): Promise<BudgetRow> {
    try {
      return await this.unitOfWork.run(actor.tenantId, async (tx) => {
        const [, budget] = await Promise.all([this.authority.confirm(tx, actor), this.budgets.lock(tx, id)]);
        const asked = input.status ?? budget.status;
        if (budget.status === 'closed' && asked === 'active') requireRule(actor, 'budgets.reopen');
        requireVersion(ifMatch, budget.version);
        const action = actionBetween(budget.status, asked);
        const after = changed(budget, input);
        if (after.departmentId !== budget.departmentId) await this.requireDepartment(tx, after.departmentId);
        const isUsed = await this.ledger.isUsed(tx, id);
        requireChange({ before: budget, after, status: asked, figures: budget.figures, isUsed });
        await this.budgets.update(tx, budget, columnsOf(input), this.clock.now());
        await this.alerts.alert(tx, budget, after);
        await this.audit.record(tx, actor, {
          action: action ? DONE[action] : 'updated',
          entityType: 'budget',
          entityId: id,
          details: { fields: Object.keys(input) },
        });
        return this.queries.get(tx.tenantId, id);
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'uq_budgets_key')) throw error;
      throw invalidField(input.status ? 'status' : 'category', 'budget.key_taken');
    }
  }

  private async requireDepartment(tx: Transaction, id: number): Promise<void> {
    if (!(await this.budgets.hasDepartment(tx, id))) throw invalidField('department_id', 'validation.exists');
  }
}

/** The budget as the input makes it. */
function changed(budget: StoredBudget, input: BudgetInput): StoredBudget {
  const { allocations, alertThresholds, notes: _, ...fields } = input;
  return {
    ...budget,
    ...fields,
    ...(allocations && { allocatedCapex: allocations.capex, allocatedOpex: allocations.opex }),
    ...(alertThresholds && { alertThresholds: rising(alertThresholds) }),
  };
}

function columnsOf(input: BudgetInput): Partial<BudgetColumns> {
  const { allocated, allocations, alertThresholds, ...columns } = input;
  return {
    ...columns,
    ...(input.category !== undefined && { categoryKey: categoryKey(input.category) }),
    ...(allocated && { allocatedAmount: allocated }),
    ...(allocations && { allocatedCapex: allocations.capex, allocatedOpex: allocations.opex }),
    ...(alertThresholds && { alertThresholds: rising(alertThresholds) }),
  };
}

function rising(thresholds: readonly number[]): number[] {
  return [...thresholds].sort((a, b) => a - b);
}

import { Injectable } from '@nestjs/common';
import { TokenAuthority } from '../../organisation/auth';
import { requireRule } from '../../common/actor/abilities';
import type { Actor } from '../../common/actor';
import { Clock } from '../../common/clock';
import { invalidField } from '../../common/errors';
import type { Decimal } from '../../common/money';
import { AuditLog, isUniqueViolation, requireOwnExternalId, UnitOfWork } from '../../platform/database';
import type { Input } from '../../platform/records';
import { DepartmentsService } from '../../organisation/departments';
import { omitUndefined } from '../../common/records/given';
import { requireReasonAfterCarry } from './domain/carry-forward';
import { externalChanges, newExternal } from '../../common/records/external';
import { type IfMatch, requireVersion } from '../../common/records/versions';
import type { BudgetId } from '../../common/records/ids';
import { TenantSettings } from '../../organisation/tenants';
import { type BudgetRow, BudgetsQueries } from './budgets.queries';
import { type BudgetColumns, BudgetsRepository, type LockedBudget } from './budgets.repository';
import { DEFAULT_THRESHOLDS, NO_AMOUNTS } from './domain/ledger/amounts';
import { actionBetween, type BudgetAction, type BudgetStatus, isChoosable } from './domain/lifecycle';
import { categoryKey } from './domain/selection';
import { type AllocatedSplit, requireChange, requireTerms } from './domain/terms';
import type { WrittenBudget } from './entities/budget.entity';
import { BudgetEvents, budgetChanges } from './ledger/budget-events';
import { LedgerService } from './ledger/ledger.service';

/** The fields of a request. `undefined`: not in the request. `null`: cleared. */
export interface BudgetInput extends Input<Omit<WrittenBudget, 'allocatedAmount'>> {
  readonly allocated?: Decimal;
  readonly allocations?: AllocatedSplit;
  readonly status?: BudgetStatus;
  /** Why the status changes. */
  readonly comments?: string;
}

/** The fields of a new budget. It is created as a draft. */
export type NewBudgetInput = Omit<BudgetInput, 'status'> &
  Required<Pick<BudgetInput, 'name' | 'allocated' | 'departmentId' | 'fiscalYear'>>;

/** Audit action of each change of status. */
const DONE: Readonly<Record<BudgetAction, string>> = {
  activate: 'activated',
  freeze: 'frozen',
  close: 'closed',
  reopen: 'reopened',
};

/** Creates and edits budgets. `ledger/` contains the effects of orders and invoices. */
@Injectable()
export class BudgetsService {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly budgets: BudgetsRepository,
    private readonly queries: BudgetsQueries,
    private readonly ledger: LedgerService,
    private readonly events: BudgetEvents,
    private readonly departments: DepartmentsService,
    private readonly tenants: TenantSettings,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
    private readonly authority: TokenAuthority,
  ) {}

  /** @throws DomainError VALIDATION_ERROR on the department, the allocations or an amount */
  async create(actor: Actor, input: NewBudgetInput): Promise<BudgetRow> {
    return this.unitOfWork.run(actor.tenantId, async (tx) => {
      await this.departments.require(tx, input.departmentId);
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
      const budget = {
        ...columns,
        allocatedAmount,
        name: input.name,
        category,
        categoryKey: categoryKey(category),
        status: 'draft' as const,
        notes,
        alertThresholds: rising(alertThresholds),
        activatedAt: null,
        carriedToId: null,
        ...newExternal(input),
      };
      await requireOwnExternalId(tx, 'budgets', { id: null, externalId: budget.externalId });
      const now = this.clock.now();
      const id = await this.budgets.insert(tx, budget, now);
      await this.audit.record(tx, actor, { action: 'created', entityType: 'budget', entityId: id });
      await this.events.created(tx, { ...budget, id, allocated: allocatedAmount, amounts: NO_AMOUNTS }, now);
      return this.queries.get(tx, id);
    });
  }

  /**
   * Changes the given fields. Without a difference there is no new version, audit entry or event. The budget is locked,
   * so that no approval commits an amount that is being reduced.
   * @throws DomainError NOT_FOUND, FORBIDDEN_ABILITY without `admin` for reopening or for activating after a
   * carry-forward, PRECONDITION_FAILED, INVALID_STATUS, VALIDATION_ERROR
   */
  async update(actor: Actor, id: BudgetId, input: BudgetInput, ifMatch: IfMatch): Promise<BudgetRow> {
    try {
      return await this.unitOfWork.run(actor.tenantId, async (tx) => {
        const [, budget] = await Promise.all([this.authority.recheckToken(tx, actor), this.budgets.lock(tx, id)]);
        const asked = input.status ?? budget.status;
        if (budget.status === 'closed' && asked === 'active') requireRule(actor, 'budgets.reopen');
        if (budget.carriedToId !== null && budget.status !== 'active' && asked === 'active')
          requireRule(actor, 'budgets.activate_after_carry');
        requireVersion(ifMatch, budget.version);
        const action = actionBetween(budget.status, asked);
        requireReasonAfterCarry(budget.carriedToId !== null, action, input.comments);
        const after = changed(budget, input);
        if (after.departmentId !== budget.departmentId) await this.departments.require(tx, after.departmentId);
        const isUsed = budget.movementCount > 0;
        requireChange({ before: budget, after, status: asked, amounts: budget.amounts, isUsed });
        const outside = externalChanges(budget, input);
        await requireOwnExternalId(tx, 'budgets', { id, externalId: outside.externalId });
        const now = this.clock.now();
        const activatedAt = budget.activatedAt ?? ([budget.status, asked].some(isChoosable) ? now : null);
        // An active budget can be charged again, so it gets reopened orders itself.
        const back = action && asked === 'active' ? { carriedToId: null } : {};
        const columns = { ...columnsOf(input, budget), ...outside, ...back, activatedAt };
        if (Object.keys(budgetChanges(budget, columns)).length === 0) return this.queries.get(tx, id);
        await this.budgets.update(tx, budget, columns, now);
        await this.events.updated(tx, budget, columns, now);
        await this.ledger.alert(tx, budget, { ...after, ...outside });
        await this.audit.record(tx, actor, {
          action: action ? DONE[action] : 'updated',
          entityType: 'budget',
          entityId: id,
          details: {
            fields: Object.keys(input).filter((field) => field !== 'comments'),
            ...omitUndefined({ comments: input.comments }),
          },
        });
        return this.queries.get(tx, id);
      });
    } catch (error) {
      if (!isUniqueViolation(error, 'uq_budgets_key')) throw error;
      throw invalidField(input.status ? 'status' : 'category', 'budget.key_taken');
    }
  }
}

function changed(budget: LockedBudget, input: BudgetInput): LockedBudget {
  const { allocations, alertThresholds, notes: _, externalId: __, metadata: ___, comments: ____, ...fields } = input;
  return {
    ...budget,
    ...fields,
    ...(allocations && { allocatedCapex: allocations.capex, allocatedOpex: allocations.opex }),
    ...(alertThresholds && { alertThresholds: rising(alertThresholds) }),
  };
}

/** An unchanged category retains its key, which may be older than {@link categoryKey}. */
function columnsOf(input: BudgetInput, budget: LockedBudget): Partial<BudgetColumns> {
  const { allocated, allocations, alertThresholds, externalId: _, metadata: __, comments: ___, ...columns } = input;
  return {
    ...columns,
    ...(input.category !== undefined &&
      input.category !== budget.category && { categoryKey: categoryKey(input.category) }),
    ...(allocated && { allocatedAmount: allocated }),
    ...(allocations && { allocatedCapex: allocations.capex, allocatedOpex: allocations.opex }),
    ...(alertThresholds && { alertThresholds: rising(alertThresholds) }),
  };
}

function rising(thresholds: readonly number[]): number[] {
  return [...thresholds].sort((a, b) => a - b);
}
